import type { AccountCtx } from "#lib/access/context.ts";
import { type InputOf, MIB } from "#lib/contract/endpoint.ts";
import { RlConfig } from "#lib/contract/training/training-config.ts";
import type { Trajectories } from "#lib/contract/training/training-data.ts";
import type { listTrajectories as contract } from "#lib/contract/training/training-progress.ts";
import * as z from "#lib/contract/zod.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { groupAdvantages } from "#lib/training/losses/group-advantages.ts";
import { scalesAdvantages } from "#lib/training/plan/scales-advantages.ts";
import { requireJobRow } from "#lib/training/require-job.internal.ts";
import type { TrajectoryGroup, Turn } from "#lib/training/trajectories/trajectory-group.ts";
import { type Bins, binOf, binsFor, countBins } from "./reward-bins.internal.ts";
import { readGroups, type TrajectoryIndex, trajectoryIndex } from "./trajectory-index.internal.ts";

/** Of the stored groups on one page; log-probabilities are most of it, and are not answered. */
const MAX_BYTES = 16 * MIB;

export async function listTrajectories(
  ctx: AccountCtx,
  { trainingJobId, fromGroup, limit, bin }: InputOf<typeof contract>,
): Promise<Trajectories> {
  await requireJobRow(ctx, trainingJobId, "training:read");
  const { source, config } = await requireGroups(ctx, trainingJobId);
  const index = await orGone(trainingJobId, trajectoryIndex(source));
  const rewards = index.rewards.flat();
  const bins = binsFor(rewards);
  const isWanted = (reward: number) => bin === undefined || binOf(bins, reward) === bin;
  const places = placesFrom(index, fromGroup, isWanted);
  const page = places.slice(0, limit);
  const groups = await orGone(
    trainingJobId,
    readGroups(source, index, { places: page, mostBytes: MAX_BYTES }),
  );
  const isScaled = scalesAdvantages(z.decode(RlConfig, config));
  return {
    groups: groups.map((group, at) => shownGroup(group, page[at] ?? 0, { isScaled, isWanted })),
    nextGroup: places[groups.length] ?? null,
    groupCount: index.rewards.length,
    trajectoryCount: rewards.length,
    rewards: summaryOf(rewards, bins),
  };
}

async function requireGroups({ db }: AccountCtx, id: string) {
  const { kind, ...job } = await db.prisma.trainingJob.findUniqueOrThrow({
    where: { id },
    select: { kind: true, source: true, config: true },
  });
  if (kind === "rl") return job;
  throw new Conflict(
    `Training job ${id} is ${kind === "sft" ? "supervised" : "of preferences"}, so it has rows and no trajectories`,
  );
}

/** The files of jobs that have ended are swept after a while. */
async function orGone<T>(jobId: string, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    throw new Conflict(`The trajectories of training job ${jobId} were removed after it ended`);
  }
}

function placesFrom(
  { rewards }: TrajectoryIndex,
  fromGroup: number,
  isWanted: (reward: number) => boolean,
): number[] {
  return [...rewards.keys()].filter((place) => place >= fromGroup && rewards[place]?.some(isWanted));
}

type Shown = { isScaled: boolean; isWanted: (reward: number) => boolean };

function shownGroup(
  { trajectories, exceptionCount, metrics }: TrajectoryGroup,
  index: number,
  { isScaled, isWanted }: Shown,
): Trajectories["groups"][number] {
  const rewards = trajectories.map(({ reward }) => reward);
  const advantages = groupAdvantages(rewards, isScaled);
  const shown = trajectories.map(({ reward, histories }, at) => ({
    index: at,
    reward,
    advantage: advantages[at] ?? 0,
    conversations: histories.map(({ turns }) => turns.map(shownTurn)),
  }));
  return {
    index,
    exceptionCount,
    metrics: { ...metrics },
    rewards,
    trajectories: shown.filter(({ reward }) => isWanted(reward)),
  };
}

function shownTurn(turn: Turn) {
  const message = { ...turn.message };
  if (turn.kind === "message") return { message, isSampled: false, tokenCount: null, meanLogprob: null };
  const known = (turn.tokenLogprobs ?? []).map(({ logprob }) => logprob).filter(Number.isFinite);
  return {
    message,
    isSampled: true,
    tokenCount: turn.tokenIds?.length ?? turn.tokenLogprobs?.length ?? null,
    meanLogprob: known.length === 0 ? null : mean(known),
  };
}

function summaryOf(rewards: readonly number[], bins: Bins): Trajectories["rewards"] {
  const { min, max } = bins;
  if (rewards.length === 0) return { mean: 0, min, max, bins: [] };
  return { mean: mean(rewards), min, max, bins: countBins(bins, rewards) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}
