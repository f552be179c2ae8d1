import { GRADER_PRESETS } from "#components/evaluations/make/grader-presets.ts";
import { guardWords } from "#components/evaluations/parts/verdict-words.ts";
import type { Tone } from "#components/ui/button/badge.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { RlSettler } from "#lib/contract/reinforcement/rl-people.ts";
import type { RewardPart, RlEnding, RlRound, RlRun } from "#lib/contract/reinforcement/rl-runs.ts";

/** What ended a run, as a word beside its state. */
export const ENDING_WORDS: { [E in RlEnding]: { label: string; tone: Tone } } = {
  all_rounds: { label: "All rounds done", tone: "success" },
  stopped: { label: "Stopped", tone: "neutral" },
  guard_fell: { label: "Guard fell", tone: "danger" },
  budget_spent: { label: "Budget spent", tone: "warning" },
  nothing_to_learn: { label: "Nothing to learn", tone: "warning" },
};

const STATE_WORDS: { [S in RlRun["state"]]: { label: string; tone: Tone } } = {
  queued: { label: "Queued", tone: "neutral" },
  running: { label: "Running", tone: "accent" },
  completed: { label: "Completed", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

/** A run that its guard ended is not shown as a success. */
export function runWords({ state, ending, isStopping }: RlRun): { label: string; tone: Tone } {
  if (ending !== null) return ENDING_WORDS[ending];
  return isStopping && isUnended({ state }) ? { label: "Stopping", tone: "accent" } : STATE_WORDS[state];
}

/** What decided a reward that people were asked about. */
export const SETTLER_WORDS: { [S in RlSettler]: string } = {
  people: "by people",
  judge: "by the graders",
  drop: "left out",
  mean: "by the mean of the others",
};

export function isUnended({ state }: Pick<RlRun, "state">): boolean {
  return state === "queued" || state === "running";
}

/** `step 3: no difference seen`: of the last step that the guard let pass. */
export function guardSaid(safeStep: number, rounds: readonly Pick<RlRound, "toStep" | "guard">[]): string {
  const guard = rounds.findLast(({ toStep }) => toStep === safeStep)?.guard;
  return guard ? `step ${safeStep}: ${guardWords(guard)}` : `step ${safeStep} passed`;
}

type Ended = Pick<RlRun, "state" | "ending">;

/** What a round does now, with how far it is, or how it ended. */
export function phaseText(round: RlRound, run: Ended): string {
  const { phase, groupsDone, groups, people, toStep } = round;
  if (phase === "sampling") return `Answers: ${groupsDone} of ${countOf(groups, "prompt")}`;
  if (phase === "waiting_for_people")
    return `People: ${people?.answered ?? 0} of ${countOf(people?.parked ?? 0, "answer")}`;
  if (phase === "training") return "Training";
  if (phase === "guarding") return "Guard measures";
  if (toStep !== null) return "Done";
  return isStopped(run) && isUnfinished(round) ? "Stopped" : "Nothing learned";
}

function isStopped({ state, ending }: Ended): boolean {
  return state === "cancelled" || ending === "stopped";
}

/** Whether something of a round was still to come: answers, people’s ratings, or the job that learns. */
function isUnfinished({ groupsDone, groups, askedGroups, jobId }: RlRound): boolean {
  return groupsDone < groups || askedGroups > 0 || jobId !== null;
}

/** Groups that have all their rewards, and so can be flat. */
export function rewardedGroups({ groups, droppedGroups, askedGroups }: Groups): number {
  return groups - droppedGroups - askedGroups;
}

type Groups = Pick<RlRound, "groups" | "droppedGroups" | "askedGroups">;

/** `1 of 3`, and what is not among them: `1 of 3 · 2 wait for people · 1 without rewards` */
export function flatText(round: Groups & Pick<RlRound, "flatGroups" | "phase">): string {
  const { flatGroups, droppedGroups, askedGroups, phase } = round;
  const verb = askedGroups === 1 ? "waits" : "wait";
  // Nobody waits for them once the round has ended.
  const lack = phase === "ended" ? "not answered by people" : `${verb} for people`;
  const asked = askedGroups > 0 ? ` · ${askedGroups} ${lack}` : "";
  const dropped = droppedGroups > 0 ? ` · ${droppedGroups} without rewards` : "";
  return `${flatGroups} of ${rewardedGroups(round)}${asked}${dropped}`;
}

/** Whether the reward of a round is final: before people have answered it is that of the others alone, and where the run ended before, it stays so. */
export function isDecided({ phase, askedGroups }: Pick<RlRound, "phase" | "askedGroups">): boolean {
  return phase !== "sampling" && phase !== "waiting_for_people" && askedGroups === 0;
}

/** What a round earned, which is not all of it before people have answered: `0.42 so far`; a dash where the run ended before. */
export function roundReward({
  reward,
  phase,
  askedGroups,
}: Pick<RlRound, "reward" | "phase" | "askedGroups">): string {
  if (phase === "ended" && askedGroups > 0) return "–";
  const isPart = reward !== null && (phase === "sampling" || phase === "waiting_for_people");
  return isPart ? `${score(reward)} so far` : score(reward);
}

/** `0.42`; a dash where nothing is known. */
export function score(value: number | null): string {
  return value === null ? "–" : String(Number(value.toPrecision(3)));
}

export function percent(share: number | null): string {
  return share === null ? "–" : `${Math.round(share * 1000) / 10} %`;
}

/** `right + 0.5 × short − length`; what is watched alone is not part of it, and what people say stands in for what rewards. */
export function rewardText({ graders, human }: Pick<RlRun, "graders" | "human">): string {
  const rewarding = graders.filter(({ weight }) => weight > 0).map(partText);
  const costs = graders.filter(({ weight }) => weight < 0).map((part) => ` − ${partText(part)}`);
  const given = human === null ? rewarding.join(" + ") : ratingsText(rewarding);
  return `${given}${costs.join("")}`.trim();
}

/** Graders reward the answers that people were not asked about, or have not answered. */
function ratingsText(rewarding: readonly string[]): string {
  return rewarding.length === 0 ? "people’s ratings" : `people’s ratings, else ${rewarding.join(" + ")}`;
}

function partText(part: RewardPart): string {
  const size = Math.abs(part.weight);
  return size === 1 ? partLabel(part) : `${size} × ${partLabel(part)}`;
}

/** A part of the reward, as the form calls it: what the project's own graders are called is their name. */
export function partLabel({ name, grader }: Pick<RewardPart, "name" | "grader">): string {
  const preset = GRADER_PRESETS.find((one) => one.grader.name === name);
  return preset?.grader.grader.type === grader.type ? preset.label : name;
}
