import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Checkpoint, listCheckpoints as contract } from "#lib/contract/models/models.ts";
import { type OpenModel, openModel } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { toPage, unknownCursor } from "#lib/platform/paging.ts";
import { latestCheckpoint } from "./checkpoints.ts";

export async function listCheckpoints(
  ctx: AccountCtx,
  { modelId, after, limit, order }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { checkpoint } = ctx.db.prisma;
  const model = await openModel(ctx, modelId, "models:read");
  // A checkpoint deleted between two pages still says where the second one begins.
  const last = after === undefined ? null : await checkpoint.findFirst({ where: { id: after, modelId } });
  if (after !== undefined && !last) throw unknownCursor("checkpoint of this model");
  const beyond = last ? { step: order === "asc" ? { gt: last.step } : { lt: last.step } } : {};
  const rows = await checkpoint.findMany({
    where: { modelId, deletedAt: null, ...beyond },
    orderBy: { step: order },
    take: limit + 1,
  });
  const names = await namesByStep(ctx.db, model);
  return toPage(
    rows.map((row) => toCheckpoint(row, names.get(row.step) ?? [])),
    limit,
  );
}

/** The aliases of each step that has some, in the order of the alphabet; the newest step that can be served is also `latest`. */
async function namesByStep(db: Db, { id: modelId, projectId }: OpenModel): Promise<Map<number, string[]>> {
  const names = new Map<number, string[]>();
  const latest = await latestCheckpoint(db, { id: modelId });
  if (latest) names.set(latest.step, ["latest"]);
  const aliases = await db.prisma.checkpointAlias.findMany({
    where: { projectId, modelId },
    orderBy: { name: "asc" },
  });
  for (const { name, step } of aliases) names.set(step, [...(names.get(step) ?? []), name]);
  return names;
}

type Row = {
  id: string;
  step: number;
  metrics: unknown;
  sizeBytes: bigint;
  corruptAt: Date | null;
  jobId: string | null;
  jobStep: number | null;
  isInterim: boolean;
  parentId: string | null;
  createdAt: Date;
};

function toCheckpoint(row: Row, aliases: string[]): Checkpoint {
  const { id, step, metrics, sizeBytes, corruptAt, jobId, jobStep, isInterim, parentId, createdAt } = row;
  const numbers = Object.entries(isDict(metrics) ? metrics : {}).filter(isNumberEntry);
  return {
    id,
    step,
    metrics: Object.fromEntries(numbers),
    sizeBytes: Number(sizeBytes),
    isCorrupt: corruptAt !== null,
    jobId,
    jobStep,
    isInterim,
    parentId,
    aliases,
    createdAt,
  };
}

function isNumberEntry(entry: [string, unknown]): entry is [string, number] {
  return Number.isFinite(entry[1]);
}
