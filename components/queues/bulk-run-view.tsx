import { Button } from "#components/ui/button.tsx";
import { FieldError } from "#components/ui/field.tsx";
import { countOf, formatCount } from "#components/ui/format.ts";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import type { BulkRun } from "./use-bulk-answer.ts";

type BulkRunViewProps = { run: BulkRun; onStop: () => void; onUndo: () => void; onClose: () => void };

/** How far a run is, and what came of it. */
export function BulkRunView({ run, onStop, onUndo, onClose }: BulkRunViewProps) {
  const { kind, total, done, passed, isRunning, error } = run;
  const changed = done - passed;
  const label = `${formatCount(done)} of ${countOf(total, "item")} looked at`;
  return (
    <div className="flex flex-col gap-4">
      <ProgressBar
        label={label}
        total={total}
        segments={[
          { value: changed, tone: "success" },
          { value: passed, tone: "neutral" },
        ]}
      />
      <p role="status" className="text-sm">
        {isRunning ? `${label}…` : resultText(run)}
      </p>
      <FieldError error={error} />
      <div className="flex justify-end gap-2">
        {isRunning ? (
          <Button onClick={onStop}>Stop</Button>
        ) : (
          <>
            {kind === "answering" && changed > 0 ? <Button onClick={onUndo}>Undo</Button> : null}
            <Button variant="primary" onClick={onClose}>
              Close
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function resultText({ kind, total, done, passed }: BulkRun): string {
  const changed = countOf(done - passed, "item");
  const rest = total - done > 0 ? ` ${countOf(total - done, "item")} not reached.` : "";
  if (kind === "takingBack") {
    const kept = passed > 0 ? ` ${countOf(passed, "item")} changed since and stayed.` : "";
    return `${changed} taken back.${kept}${rest}`;
  }
  const held = passed > 0 ? ` ${countOf(passed, "item")} others hold or have answered stayed.` : "";
  return `${changed} answered.${held}${rest}`;
}
