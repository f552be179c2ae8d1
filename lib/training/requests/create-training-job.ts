import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { JsonLines } from "#lib/contract/json-lines.ts";
import type { createTrainingJob as contract } from "#lib/contract/training/training.ts";
import { RlConfig } from "#lib/contract/training/training-config.ts";
import * as z from "#lib/contract/zod.ts";
import { openModel } from "#lib/models/open-model.ts";
import { type InvalidRequest, Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { runInThread } from "#lib/platform/run-in-thread.ts";
import { jobPath, preparedPath } from "#lib/platform/storage/data-paths.ts";
import type { GroupsAnswer, GroupsRequest } from "#lib/training/data/check-groups-thread.ts";
import { readTrajectoryGroup } from "#lib/training/trajectories/read-trajectory-groups.ts";
import { insertJob, removeUnusedData } from "./insert-job.internal.ts";
import { withUsualRate } from "./with-usual-rate.internal.ts";

/** How long the groups of one request may keep others waiting at a stretch. */
const STRETCH_MS = 10;

export async function createTrainingJob(
  ctx: AccountCtx,
  {
    modelId,
    trajectoryGroups,
    experimentalConfig = {},
    startStep,
    name,
    tags,
    note,
    group,
  }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const model = await openModel(ctx, modelId, "training:write");
  const id = newId();
  const source = jobPath(id, "groups.jsonl");
  try {
    // The file comes first: a job whose data are still being written could be taken already.
    await keepGroups(await preparedPath(source), trajectoryGroups);
    const config = z.encode(RlConfig, withUsualRate(experimentalConfig, "rl", model));
    return await insertJob(ctx, {
      id,
      kind: "rl",
      model,
      config,
      source,
      datasetRef: null,
      startStep: startStep ?? null,
      labels: { name, tags, note, group },
    });
  } catch (error) {
    await removeUnusedData(id, error);
    throw error;
  }
}

/** Writes one group a line, and refuses those that could not be trained on. */
async function keepGroups(file: string, groups: readonly unknown[] | JsonLines): Promise<void> {
  const isLong = groups instanceof JsonLines;
  const chunks = Readable.from(isLong ? groups.pieces() : checkedLines(groups));
  await pipeline(chunks, createWriteStream(file, { mode: 0o600, flush: true }));
  if (isLong) await checkApart(file);
}

async function* checkedLines(groups: readonly unknown[]): AsyncGenerator<string> {
  let since = performance.now();
  for (const [index, group] of groups.entries()) {
    requireGroup(group, index);
    yield `${JSON.stringify(group)}\n`;
    if (performance.now() - since < STRETCH_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}

function requireGroup(group: unknown, index: number): void {
  try {
    readTrajectoryGroup(group, index);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    throw wrongGroup(index, error.message);
  }
}

/** Reads the groups of a file as a trainer will, in a thread, since a single one may be as large as a body. */
async function checkApart(file: string): Promise<void> {
  const request: GroupsRequest = { file };
  // That thread posts nothing else.
  const wrong = (await runInThread({
    file: "lib/training/data/check-groups-thread.ts",
    request,
  })) as GroupsAnswer;
  if (wrong) throw wrongGroup(wrong.index, wrong.text);
}

function wrongGroup(index: number, text: string): InvalidRequest {
  return invalidAt(["body", "trajectory_groups", index], { type: "value_error", text });
}
