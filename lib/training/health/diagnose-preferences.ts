import type { JobWarning } from "#lib/contract/training/job-health.ts";
import type { Stretch } from "./stretch.ts";

/** What a preference job is judged by beside the signs of all jobs; curves in the order of the steps. */
export type PreferenceSigns = {
  readonly loss: string;
  /** Of preferred replies, in nats a token, from the reference; empty where the loss compares with none. */
  readonly chosenChange: readonly Stretch[];
  readonly margin: readonly Stretch[];
  readonly accuracy: readonly Stretch[];
  /** Of rows that are held out. */
  readonly validationAccuracy: readonly Stretch[];
};

/** In nats a token. */
const MAX_FALL = 0.5;
/** From fewer stretches nobody knows what is a trend. */
const ENOUGH_STRETCHES = 5;
/** Rewards so far apart leave next to no slope: σ(−6) is a quarter of a percent. */
const SATURATED_MARGIN = 6;
const ALL_RIGHT = 0.99;
/** Losses whose slope ends where their margins grow. */
const SATURATING = ["dpo", "cpo"];
const MIN_MEASUREMENTS = 3;
const MAX_LOST = 0.05;
/** A margin below this means that the model does not distinguish the replies. */
const FLAT_MARGIN = 0.01;

/** What is wrong with a job that learns preferences, as far as its numbers show it. */
export function diagnosePreferences(signs: PreferenceSigns): JobWarning[] {
  return [flatMargin, negativeMargin, fallingReplies, saturatedMargins, learnedByHeart].flatMap(
    (rule) => rule(signs) ?? [],
  );
}

function flatMargin({ margin }: PreferenceSigns): JobWarning | null {
  const end = endOf(margin);
  if (end === null || Math.abs(end) >= FLAT_MARGIN) return null;
  return warning(
    "margin_flat",
    `The margin between preferred and other replies is ${shown(end)} at the end: the model distinguishes them no better than before. Use a larger learning rate or more epochs, and see whether people agree with each other.`,
  );
}

/** Without a reference a margin begins with what the model held before, which a job may not have turned round yet. */
function negativeMargin({ margin }: PreferenceSigns): JobWarning | null {
  const [begin, end] = [beginningOf(margin), endOf(margin)];
  if (begin === null || end === null || end > -FLAT_MARGIN) return null;
  const holds = "the model holds the others to be better";
  const text =
    end > begin + FLAT_MARGIN
      ? `The margin between preferred and other replies rose from ${shown(begin)} to ${shown(end)}, but is still below 0: ${holds}. Use more epochs or a larger learning rate.`
      : `The margin between preferred and other replies is ${shown(end)} at the end: ${holds}, so it learned nothing or the wrong way round. See whether the preferred replies are those that people chose, and use another learning rate or more pairs.`;
  return warning("margin_negative", text);
}

function fallingReplies({ chosenChange }: PreferenceSigns): JobWarning | null {
  const change = endOf(chosenChange);
  if (change === null || change > -MAX_FALL) return null;
  return warning(
    "chosen_falling",
    `Replies that people preferred become less likely: by ${shown(-change)} nats per token at the end. Raise the anchor, or use a smaller learning rate.`,
  );
}

function saturatedMargins({ loss, margin, accuracy }: PreferenceSigns): JobWarning | null {
  const [far, right] = [endOf(margin), endOf(accuracy)];
  if (!SATURATING.includes(loss) || far === null || right === null) return null;
  if (far < SATURATED_MARGIN || right < ALL_RIGHT) return null;
  return warning(
    "margins_saturated",
    `The margins are saturated: at ${shown(far)}, there is nearly nothing left to learn from these pairs, and more steps only drive the replies apart. Use fewer epochs or a smaller beta.`,
  );
}

function learnedByHeart({ margin, validationAccuracy }: PreferenceSigns): JobWarning | null {
  const last = validationAccuracy.at(-1);
  const best = validationAccuracy.reduce<Stretch | null>(
    (high, one) => (high && high.mean >= one.mean ? high : one),
    null,
  );
  const [first, end] = [margin[0], endOf(margin)];
  if (!last || !best || !first || end === null || validationAccuracy.length < MIN_MEASUREMENTS) return null;
  if (last.mean > best.mean - MAX_LOST || end <= first.mean) return null;
  return {
    ...warning(
      "validation_accuracy_falling",
      `The margin grows, but the accuracy on held-out pairs fell from ${percent(best.mean)} at step ${best.lastStep} to ${percent(last.mean)}: the model memorizes its pairs. Use fewer epochs, or more pairs.`,
    ),
    step: best.lastStep,
  };
}

function warning(code: string, text: string): JobWarning {
  return { code, severity: "warning", step: null, text };
}

function beginningOf(curve: readonly Stretch[]): number | null {
  return meanOf(curve, (quarter) => curve.slice(0, quarter));
}

function endOf(curve: readonly Stretch[]): number | null {
  return meanOf(curve, (quarter) => curve.slice(-quarter));
}

/** The mean of a quarter; null of too short a curve. */
function meanOf(
  { length }: readonly Stretch[],
  part: (quarter: number) => readonly Stretch[],
): number | null {
  if (length < ENOUGH_STRETCHES) return null;
  const stretches = part(Math.ceil(length / 4));
  return stretches.reduce((sum, { mean }) => sum + mean, 0) / stretches.length;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(2)));
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
