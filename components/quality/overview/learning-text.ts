import { percentText } from "#components/queues/parts/estimate-text.ts";
import { formatCount } from "#components/ui/text/format.ts";
import type { FieldCurve, FieldLearning } from "#lib/contract/annotation/queue-learning.ts";

/** `92 → 94 %`; a dash where nothing can be expected. */
export function expectedText(expected: FieldCurve["expected"]): string {
  return expected ? `${Math.round(expected.now * 100)} → ${percentText(expected.later)}` : "–";
}

/** How suggestions have proved right so far, and what they need to be shown. */
export function provenText({ measured: { single, right } }: Pick<FieldLearning, "measured">): string {
  const proven =
    single === 0 ? "None was sure" : `${formatCount(right)} of ${formatCount(single)} were right`;
  return `${proven} on items drawn at random. They are shown from 30 on, if 90 % are right.`;
}

type Meter = Pick<FieldLearning, "shown" | "hidden" | "difference" | "isAnchoring">;

/** What a lead has to know of people and suggestions; null where nothing is wrong. */
export function anchoringText({ difference: { value, low, high }, isAnchoring }: Meter): string | null {
  if (!isAnchoring || value === null || low === null || high === null) return null;
  const points = (share: number) => Math.round(share * 100);
  return `Suggestions sway the answers: people agree with them ${points(value)} points more often where they see them (95 % interval ${points(low)} to ${points(high)}). Turn suggestions off in the settings of the queue, or talk to the annotators.`;
}

/** `96 % seen, 91 % hidden` */
export function agreesText({ shown, hidden }: Pick<Meter, "shown" | "hidden">): string {
  const share = ({ answers, agreed }: Meter["shown"]) =>
    answers === 0 ? "–" : percentText(agreed / answers);
  return `${share(shown)} seen, ${share(hidden)} hidden`;
}
