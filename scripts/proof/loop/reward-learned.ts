import { isDeepStrictEqual } from "node:util";
import type { RlRollout, RlRound } from "#lib/contract/reinforcement/rl-runs.ts";
import type { Town } from "../../examples/loop/town.ts";
import { type Check, secondsSince, unless } from "./check.ts";
import type { House } from "./house.ts";
import { killOnceThere } from "./kill-once-there.ts";
import { aRewardRun, type RewardRun, readRun, rolloutsOf, untilRun } from "./reward-run.ts";

const AIM = 0.9;
const MOST_ROUNDS = 12;
const MOST_S = 600;
/** In which programs are killed. */
const KILLED_ROUND = 2;

/** A model learns what a grader rewards, with what the page sends where nothing is changed, and what is killed under way costs no answer and makes none twice. */
export const rewardLearned: Check = async (house) => {
  const town = await house.town([]);
  const startedAt = performance.now();
  const run = await aRewardRun(town);
  const killing = await killInRound(house, town, run);
  const { run: ended, rounds } = await untilRun(town, run, ({ run: { endedAt } }) => endedAt !== null);
  const seconds = secondsSince(startedAt);
  const { all: reward, offered } = await run.exam(ended.step);
  const made = await house.query("select 1 from training_job where model_id = $1", [run.modelId]);
  // A round whose rewards are all equal has none.
  const trained = rounds.filter(({ jobId }) => jobId !== null).length;
  const rewards = [...rounds].sort((one, other) => one.round - other.round).map(({ reward: mean }) => mean);
  return {
    found: `evaluation reward ${reward.toFixed(2)} on ${run.questions} prompts (${offered.toFixed(2)} on those that offer the rewarded word) after ${rounds.length} rounds in ${seconds.toFixed(0)} s; of the rounds themselves ${rewards.map((mean) => mean?.toFixed(2)).join(", ")}; ${killing.found}`,
    faults: [
      ...killing.faults,
      ...(await lastsToTheEnd(town, run, killing.rollouts)),
      ...unless(reward >= AIM, `The evaluation reward is ${reward.toFixed(3)}, and the aim is ${AIM}.`),
      ...unless(
        rounds.length <= MOST_ROUNDS,
        `It took ${rounds.length} rounds, and ${MOST_ROUNDS} is the aim.`,
      ),
      ...unless(seconds <= MOST_S, `It took ${seconds.toFixed(0)} s, and the aim is ${MOST_S} s.`),
      ...unless(made.rowCount === trained, `${trained} rounds trained, and there are ${made.rowCount} jobs.`),
    ],
  };
};

/** Kills the worker while answers come in, and the trainer while it learns from them. */
async function killInRound(house: House, town: Town, run: RewardRun) {
  const isAt = (round: RlRound, phase: RlRound["phase"]) =>
    round.round === KILLED_ROUND && round.phase === phase;
  await untilRun(town, run, ({ rounds }) =>
    rounds.some((round) => isAt(round, "sampling") && round.groupsDone > 0),
  );
  await killOnceThere(house, "worker/main.ts");
  const early = await rolloutsOf(town, run, KILLED_ROUND);
  await untilRun(town, run, ({ rounds, job }) =>
    rounds.some((round) => isAt(round, "training") && round.jobId === job?.id && job?.state === "running"),
  );
  await killOnceThere(house, "trainer/main.ts");
  const rollouts = await rolloutsOf(town, run, KILLED_ROUND);
  const kept = early.filter((one) => rollouts.some((other) => isDeepStrictEqual(one, other)));
  return {
    rollouts,
    found: `the worker killed at ${early.length} of ${rollouts.length} answers of round ${KILLED_ROUND}, the trainer while it learned from them`,
    faults: [
      ...unless(early.length < rollouts.length, "All answers were there before the worker was killed."),
      ...unless(
        kept.length === early.length,
        `After the worker was killed, ${early.length - kept.length} answers are others.`,
      ),
    ],
  };
}

/** Whether the round still has the answers that it trained on, each once. */
async function lastsToTheEnd(town: Town, run: RewardRun, before: readonly RlRollout[]): Promise<string[]> {
  const { rounds } = await readRun(town, run);
  const meant = rounds.find(({ round }) => round === KILLED_ROUND)?.groups ?? 0;
  const after = await rolloutsOf(town, run, KILLED_ROUND);
  const places = new Set(after.map(({ position, sample }) => `${position} ${sample}`));
  return [
    ...unless(isDeepStrictEqual(before, after), "After the trainer was killed, the answers are others."),
    ...unless(places.size === after.length, `${after.length - places.size} answers are there twice.`),
    ...unless(
      after.length === meant * run.rolloutsEach,
      `There are ${after.length} answers, and ${meant * run.rolloutsEach} were meant.`,
    ),
  ];
}
