import { DASHES } from "#components/training/chart/frame/draw-chart.ts";
import { LINE_INKS } from "#components/training/chart/frame/line-inks.ts";

/** How the line of a run is drawn: its colour and its dashes. */
export function LineSwatch({ line }: { line: number }) {
  const dash = DASHES[line % DASHES.length] ?? [];
  return (
    <svg
      viewBox="0 0 24 4"
      aria-hidden="true"
      className={`h-1 w-6 shrink-0 ${LINE_INKS[line % LINE_INKS.length] ?? ""}`}
    >
      <line x2="24" y1="2" y2="2" stroke="currentColor" strokeWidth="2.5" strokeDasharray={dash.join(" ")} />
    </svg>
  );
}
