import { Button } from "#components/ui/button/button.tsx";
import { ProgressBar } from "./progress-bar.tsx";

type ProgressLineProps = {
  doing: string;
  /** How far it is, in words. */
  label: string;
  done: number;
  total: number;
  onCancel: () => void;
};

/** What is being done, how far it is, and the way to end it, in one row of a bar. */
export function ProgressLine({ doing, label, done, total, onCancel }: ProgressLineProps) {
  return (
    <>
      <p role="status">{doing}</p>
      <Button size="sm" onClick={onCancel} className="ml-auto sm:order-last">
        Cancel
      </Button>
      <div className="flex items-center gap-3 max-sm:w-full">
        <ProgressBar
          label={label}
          total={total}
          segments={[{ value: done, tone: "accent" }]}
          className="w-40 max-sm:flex-1"
        />
        <span aria-hidden="true" className="text-muted text-xs tabular-nums">
          {label}
        </span>
      </div>
    </>
  );
}
