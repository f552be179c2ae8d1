import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { Button } from "#components/ui/button/button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { QueueItem } from "#lib/contract/annotation/queues.ts";
import type { BulkRun } from "./use-bulk-answer.ts";

type BulkRunViewProps = {
  run: BulkRun;
  onStop: () => void;
  onGoOn: () => void;
  onUndo: () => void;
  onClose: () => void;
};

/** How far a run is, and what came of it. */
export function BulkRunView({ run, onStop, onGoOn, onUndo, onClose }: BulkRunViewProps) {
  const { kind, total, done, passed, isRunning, error } = run;
  const changed = done - passed.length;
  const label = `${formatCount(done)} of ${countOf(total, "item")} processed`;
  const isCut = !isRunning && done < total;
  return (
    <div className="flex flex-col gap-4">
      <ProgressBar
        label={label}
        total={total}
        segments={[
          { value: changed, tone: "success" },
          { value: passed.length, tone: "neutral" },
        ]}
      />
      <p role="status" className="text-sm">
        {isRunning ? `${label}…` : resultText(run)}
      </p>
      <FieldError error={error} />
      {isRunning || passed.length === 0 ? null : <Passed items={passed} />}
      <div className="flex flex-wrap justify-end gap-2">
        {isRunning ? <Button onClick={onStop}>Stop</Button> : null}
        {!isRunning && kind === "answering" && changed > 0 ? <Button onClick={onUndo}>Undo</Button> : null}
        {isRunning ? null : (
          <Button variant={isCut ? "secondary" : "primary"} onClick={onClose}>
            Close
          </Button>
        )}
        {isCut ? (
          <Button variant="primary" onClick={onGoOn}>
            Resume
          </Button>
        ) : null}
      </div>
    </div>
  );
}

const MAX_NAMED = 100;

/** Which items are as they were; each opens beside, because what was done can be taken back only here. */
function Passed({ items }: { items: readonly QueueItem[] }) {
  const { entity, project } = useProject();
  const queue = useQueue();
  const list = projectHref({ entity, project }, "queues", queue.id, "items");
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">Unchanged items</summary>
      <ul
        aria-label="Unchanged"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="mt-2 flex max-h-40 flex-wrap gap-x-3 gap-y-1 overflow-y-auto"
      >
        {items.slice(0, MAX_NAMED).map((item) => (
          <li key={item.id}>
            <a
              href={`${list}?item=${encodeURIComponent(item.id)}`}
              target="_blank"
              rel="noopener"
              className="rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong"
            >
              Item {item.positionInQueue ?? item.id}
            </a>
          </li>
        ))}
        {items.length > MAX_NAMED ? <li>and {formatCount(items.length - MAX_NAMED)} more</li> : null}
      </ul>
    </details>
  );
}

function resultText({ kind, total, done, passed }: BulkRun): string {
  const changed = countOf(done - passed.length, "item");
  const rest = total - done > 0 ? ` ${countOf(total - done, "item")} not processed.` : "";
  const stayed = passed.length > 0 ? countOf(passed.length, "item") : null;
  if (kind === "takingBack")
    return `${changed} undone.${stayed ? ` ${stayed} changed since: not undone.` : ""}${rest}`;
  return `${changed} answered.${stayed ? ` ${stayed} reserved or answered by others: not changed.` : ""}${rest}`;
}
