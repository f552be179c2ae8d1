import type { RlRound } from "#lib/contract/reinforcement/rl-runs.ts";
import type { JobWarning } from "#lib/contract/training/job-health.ts";

/** What a run is judged by. */
export type RoundSigns = Pick<
  RlRound,
  "phase" | "groups" | "flatGroups" | "rollouts" | "masked" | "reward" | "length" | "truncated"
>;

/** What happens in one round alone may be its prompts. */
const RECENT = 3;
const MANY_FLAT = 0.5;
const MANY_TRUNCATED = 0.3;
const MANY_MASKED = 0.2;
/** From fewer rounds nobody knows what is a trend. */
const ENOUGH_ROUNDS = 6;
const MUCH_LONGER = 2;

type Past = { isOver: boolean };

/** What is wrong with a reinforcement run, as far as its rounds show it; in their order. Of one that is over, it was. */
export function diagnoseRounds(rounds: readonly RoundSigns[], past: Past): JobWarning[] {
  const answered = rounds.filter(({ phase }) => phase !== "sampling");
  const rewarded = answered.filter(({ phase }) => phase !== "waiting_for_people");
  return [
    ...[withoutVariance, masked, withoutGain].flatMap((rule) => rule(rewarded, past) ?? []),
    ...[truncated, longer].flatMap((rule) => rule(answered, past) ?? []),
  ];
}

function withoutVariance(rounds: readonly RoundSigns[], past: Past): JobWarning | null {
  const last = rounds.slice(-RECENT);
  const share = ratio(sum(last, "flatGroups"), sum(last, "groups"));
  if (share === null || share <= MANY_FLAT) return null;
  return warning(
    "no_variance",
    `${inLast(last, past)}, the answers to ${percent(share)} of the prompts were all rewarded equally and taught nothing. Raise the temperature, ask for more answers to each prompt, choose prompts that the model sometimes gets right, or a grader with finer scores.`,
  );
}

function truncated(rounds: readonly RoundSigns[], past: Past): JobWarning | null {
  const last = rounds.slice(-RECENT);
  const share = meanOf(last, "truncated");
  if (share === null || share <= MANY_TRUNCATED) return null;
  return warning(
    "truncated",
    `${inLast(last, past)}, ${percent(share)} of the answers were cut off, and graders saw only their beginning. Allow more tokens, or reward shorter answers.`,
  );
}

function masked(rounds: readonly RoundSigns[], past: Past): JobWarning | null {
  const last = rounds.slice(-RECENT);
  const share = ratio(sum(last, "masked"), sum(last, "rollouts"));
  if (share === null || share <= MANY_MASKED) return null;
  return warning(
    "masked",
    `${inLast(last, past)}, ${percent(share)} of the answers have no reward, because a grader could not score them. The list of answers says why.`,
  );
}

function withoutGain(rounds: readonly RoundSigns[], { isOver }: Past): JobWarning | null {
  const [first, last] = ends(rounds, "reward");
  if (first === null || last === null || last > first) return null;
  return warning(
    "reward_not_rising",
    `The reward ${isOver ? "did not rise: its mean was" : "does not rise: its mean is"} ${shown(first)} in the first ${RECENT} rounds and ${shown(last)} in the last. Raise the learning rate a little, or ask more prompts in each round.`,
  );
}

function longer(rounds: readonly RoundSigns[], { isOver }: Past): JobWarning | null {
  const [first, last] = ends(rounds, "length");
  if (first === null || last === null || last < MUCH_LONGER * first) return null;
  return warning(
    "length_growing",
    `Answers ${isOver ? "grew" : "grow"} from ${shown(first)} to ${shown(last)} tokens. Read some of the longest: graders often reward length that people do not want.`,
  );
}

/** Means of the first and of the last rounds. */
function ends(rounds: readonly RoundSigns[], name: "reward" | "length"): [number | null, number | null] {
  if (rounds.length < ENOUGH_ROUNDS) return [null, null];
  return [meanOf(rounds.slice(0, RECENT), name), meanOf(rounds.slice(-RECENT), name)];
}

function warning(code: string, text: string): JobWarning {
  return { code, severity: "warning", step: null, text };
}

function inLast({ length }: readonly RoundSigns[], { isOver }: Past): string {
  if (length > 1) return `In the last ${length} rounds`;
  return isOver ? "In its only round" : "In the round so far";
}

function sum(rounds: readonly RoundSigns[], name: "flatGroups" | "groups" | "masked" | "rollouts"): number {
  return rounds.reduce((all, round) => all + round[name], 0);
}

function meanOf(rounds: readonly RoundSigns[], name: "reward" | "length" | "truncated"): number | null {
  const values = rounds.flatMap((round) => round[name] ?? []);
  return ratio(
    values.reduce((all, value) => all + value, 0),
    values.length,
  );
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(3)));
}
