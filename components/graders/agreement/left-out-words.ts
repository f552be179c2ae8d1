import type { ToastMessage } from "#components/ui/notice/toast-store.ts";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { GraderFigures } from "#lib/contract/evaluation/judges.ts";

/** What a measurement left out, each with its reason; empty where it left out nothing. */
export function leftOutWords({ undecided, unread, masked, learned }: GraderFigures): string[] {
  const reasons: [number, string][] = [
    [undecided, "people did not answer, or do not agree"],
    [unread, "people's answer is neither yes nor no to this grader"],
    [masked, "the grader gave no score"],
    [learned, "its model was trained on them"],
  ];
  return reasons.flatMap(([count, why]) => (count > 0 ? `${formatCount(count)} because ${why}` : []));
}

/** What to say when a measurement is there: a success only where there was something to compare. */
export function measuredWords(figures: GraderFigures): ToastMessage {
  const { n, swapped } = figures;
  if (n > 0) return { title: `Measured on ${countOf(n, swapped ? "pair" : "call")}`, tone: "success" };
  return { title: "Nothing could be compared", detail: nothingWords(figures), tone: "danger" };
}

/** Why a measurement compared nothing. */
export function nothingWords(figures: GraderFigures): string {
  const left = leftOutWords(figures);
  if (left.length === 0) return "Nobody has answered a call there yet.";
  return `Left out: ${left.join("; ")}.`;
}
