import type { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { formatScore } from "./format-score.ts";

type FactProps = {
  label: string;
  value: string;
  detail?: string | undefined;
  /** What it means, in a few words. */
  note?: string | undefined;
};

export function Fact({ label, value, detail, note }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-xs">{label}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
      {detail ? <dd className="text-muted text-xs tabular-nums">{detail}</dd> : null}
      {note ? <dd className="text-muted text-xs">{note}</dd> : null}
    </div>
  );
}

type EstimateFactProps = { label: string; estimate: Estimate; isShare?: boolean; note?: string };

/** A number, with the interval in which it lies in 95 of 100 cases. */
export function EstimateFact({
  label,
  estimate: { value, low, high },
  isShare = false,
  note,
}: EstimateFactProps) {
  const shown = (number: number) => (isShare ? `${Math.round(number * 100)} %` : formatScore(number));
  const interval = low === null || high === null ? undefined : `95 %: ${shown(low)} to ${shown(high)}`;
  return <Fact label={label} value={value === null ? "–" : shown(value)} detail={interval} note={note} />;
}
