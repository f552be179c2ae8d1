import { formatCount } from "#components/ui/format.ts";
import { ProgressBar } from "#components/ui/progress-bar.tsx";

type QueueProgressBarProps = { completed: number; total: number; className?: string };

/** How many items of a queue somebody has finished or skipped. */
export function QueueProgressBar({ completed, total, className }: QueueProgressBarProps) {
  return (
    <ProgressBar
      label={`${formatCount(completed)} of ${formatCount(total)} items done`}
      total={total}
      segments={[{ value: completed, tone: completed === total ? "success" : "accent" }]}
      className={className ?? "flex-1"}
    />
  );
}
