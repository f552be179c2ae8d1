import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AccountCtx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { createTrainingJob as contract } from "#lib/contract/training.ts";
import { RlConfig } from "#lib/contract/training-config.ts";
import { Rejected } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import { openModel } from "#lib/models/open-model.ts";
import { invalidAt } from "#lib/problem.ts";
import { jobPath, preparedPath } from "#lib/storage/data-paths.ts";
import { insertJob, removeUnusedData } from "./insert-job.internal.ts";
import { readTrajectoryGroup } from "./trajectories/read-trajectory-groups.ts";

/** How long the groups of one request may keep others waiting at a stretch. */
const STRETCH_MS = 10;

export async function createTrainingJob(
  ctx: AccountCtx,
  { modelId, trajectoryGroups, experimentalConfig = {} }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const model = await openModel(ctx, modelId, "training:write");
  const id = newId();
  const source = jobPath(id, "groups.jsonl");
  try {
    // The file comes first: a job whose data are still being written could be taken already.
    await writeGroups(source, trajectoryGroups);
    const config = RlConfig.encode(experimentalConfig);
    return await insertJob(ctx, { id, kind: "rl", model, config, source });
  } catch (error) {
    await removeUnusedData(id, error);
    throw error;
  }
}

/** One group a line, each checked before it is written. */
async function writeGroups(source: string, groups: readonly unknown[]): Promise<void> {
  const file = createWriteStream(await preparedPath(source), { mode: 0o600, flush: true });
  await pipeline(Readable.from(linesOf(groups)), file);
}

async function* linesOf(groups: readonly unknown[]): AsyncGenerator<string> {
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
    throw invalidAt(["body", "trajectory_groups", index], { type: "value_error", text: error.message });
  }
}
