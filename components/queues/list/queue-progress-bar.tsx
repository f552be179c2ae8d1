import type { QueueSummary } from "#components/queues/parts/queue-queries.ts";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";

type Counts = Pick<QueueSummary, "totalItems" | "doneItems" | "startedItems">;

/** Done, started and left, each as a part of the bar. */
export function QueueProgressBar({ counts, className }: { counts: Counts; className?: string }) {
  const { totalItems, doneItems, startedItems } = counts;
  return (
    <ProgressBar
      label={progressText(counts)}
      total={totalItems}
      segments={[
        { value: doneItems, tone: doneItems === totalItems ? "success" : "accent" },
        { value: startedItems, tone: "warning" },
      ]}
      className={className ?? "flex-1"}
    />
  );
}

/** The numbers of the bar in words, without those that are zero: what is read and what is heard are the same. */
export function progressText({ totalItems, doneItems, startedItems }: Counts): string {
  if (totalItems === 0) return "No items yet";
  const left = totalItems - doneItems - startedItems;
  const parts = [`${formatCount(doneItems)} of ${countOf(totalItems, "item")} done`];
  if (startedItems > 0) parts.push(`${formatCount(startedItems)} started`);
  if (left > 0) parts.push(`${formatCount(left)} left`);
  return parts.join(" · ");
}
