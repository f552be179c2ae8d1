import { percentText } from "#components/queues/parts/estimate-text.ts";
import { formatCount } from "#components/ui/text/format.ts";
import type { FieldCurve, FieldLearning, getQueueLearning } from "#lib/contract/annotation/queue-learning.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

/** `92 to 94 %`; a dash where nothing can be expected. */
export function expectedText(expected: FieldCurve["expected"]): string {
  if (!expected) return "–";
  const [now, later] = [Math.round(expected.now * 100), Math.round(expected.later * 100)];
  return now === later ? `No change (${later} %)` : `${now} to ${percentText(expected.later)}`;
}

/** Where the forecast comes from, or why there is none. */
export function forecastHelp({
  points,
  expected,
}: Pick<FieldCurve, "expected"> & {
  points: readonly Pick<FieldCurve["points"][number], "accuracy">[];
}): string {
  if (expected) return "Extrapolated from its errors by a power law.";
  return points.at(-1)?.accuracy === 1
    ? "It makes no errors that more answers could take away."
    : "Its errors follow no clear line yet.";
}

/** How suggestions have proved right so far, and what they need to be shown. */
export function provenText({ measured: { single, right } }: Pick<FieldLearning, "measured">): string {
  const proven =
    single === 0 ? "None was sure" : `${formatCount(right)} of ${formatCount(single)} were right`;
  return `${proven} on items of the random fifth. They are shown from 30 on, if 90 % are right.`;
}

/** Whether annotators see suggestions now, and whether they did. */
export function suggestionsText({ isTrusted, shown }: Pick<FieldLearning, "isTrusted" | "shown">): string {
  if (isTrusted) return "Shown";
  return shown.answers > 0 ? "Off again" : "Not yet shown";
}

type Meter = Pick<FieldLearning, "shown" | "hidden" | "difference" | "isAnchoring">;

/** What a lead has to know of people and suggestions; null where nothing is wrong. */
export function anchoringText({ difference: { value, low, high }, isAnchoring }: Meter): string | null {
  if (!isAnchoring || value === null || low === null || high === null) return null;
  return `Suggestions sway the answers: people agree with them ${wholePercent(value)} points more often where they see them (95 % interval ${wholePercent(low)} to ${wholePercent(high)}). Turn suggestions off in the settings of the queue, or talk to the annotators.`;
}

/** `Shown 92 % [85–96] of 110`, `hidden 88 % [71–96] of 28`, `difference +4 [−8…+19]`, of answers given at the desk; null of none. */
export function agreeingParts({ shown, hidden, difference }: Omit<Meter, "isAnchoring">): string[] | null {
  if (shown.answers + hidden.answers === 0) return null;
  return [`Shown ${shareText(shown)}`, `hidden ${shareText(hidden)}`, `difference ${pointsText(difference)}`];
}

function shareText({ answers, agreed, low, high }: Meter["shown"]): string {
  if (low === null || high === null) return "– of 0";
  return `${percentText(agreed / answers)} [${wholePercent(low)}–${wholePercent(high)}] of ${formatCount(answers)}`;
}

function pointsText({ value, low, high }: Meter["difference"]): string {
  if (value === null || low === null || high === null) return "–";
  return `${signed(value)} [${signed(low)}…${signed(high)}]`;
}

/** `+4`, `−8`, `0` */
function signed(share: number): string {
  const points = wholePercent(share);
  return points === 0 ? "0" : points > 0 ? `+${points}` : `−${-points}`;
}

function wholePercent(share: number): number {
  return Math.round(share * 100);
}

export type Asked = ReplyOf<typeof getQueueLearning>["asked"];

/** `21 of the last 100`: how many of the items that were answered last are of the fifth that is set apart by chance. */
export function askedText({ items, random }: Asked): string {
  return `${formatCount(random)} of the last ${formatCount(items)}`;
}
