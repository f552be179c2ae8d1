import { Button } from "#components/ui/button/button.tsx";
import { countOf } from "#components/ui/text/format.ts";

type MoreMetricsProps = { count: number; isShown: boolean; onChange: (isShown: boolean) => void };

/** A button that shows the rarely used metrics. */
export function MoreMetrics({ count, isShown, onChange }: MoreMetricsProps) {
  if (count === 0) return null;
  return (
    <div className="px-4 pb-4">
      <Button size="sm" variant="ghost" aria-expanded={isShown} onClick={() => onChange(!isShown)}>
        {isShown ? "Show fewer metrics" : `Show ${countOf(count, "more metric")}`}
      </Button>
    </div>
  );
}
