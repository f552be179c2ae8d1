import type { AccountCtx } from "#lib/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Checkpoint, listCheckpoints as contract } from "#lib/contract/models.ts";
import { toPage, unknownCursor } from "#lib/paging.ts";
import { openModel } from "./open-model.ts";

export async function listCheckpoints(
  ctx: AccountCtx,
  { modelId, after, limit, order }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { checkpoint } = ctx.db.prisma;
  await openModel(ctx, modelId, "models:read");
  // A checkpoint deleted between two pages still says where the second one begins.
  const last = after === undefined ? null : await checkpoint.findFirst({ where: { id: after, modelId } });
  if (after !== undefined && !last) throw unknownCursor("checkpoint of this model");
  const beyond = last ? { step: order === "asc" ? { gt: last.step } : { lt: last.step } } : {};
  const rows = await checkpoint.findMany({
    where: { modelId, deletedAt: null, ...beyond },
    orderBy: { step: order },
    take: limit + 1,
  });
  return toPage(rows.map(toCheckpoint), limit);
}

type Row = {
  id: string;
  step: number;
  metrics: unknown;
  sizeBytes: bigint;
  corruptAt: Date | null;
  createdAt: Date;
};

function toCheckpoint({ id, step, metrics, sizeBytes, corruptAt, createdAt }: Row): Checkpoint {
  const numbers = Object.entries(isDict(metrics) ? metrics : {}).filter(isNumberEntry);
  return {
    id,
    step,
    metrics: Object.fromEntries(numbers),
    sizeBytes: Number(sizeBytes),
    isCorrupt: corruptAt !== null,
    createdAt,
  };
}

function isNumberEntry(entry: [string, unknown]): entry is [string, number] {
  return Number.isFinite(entry[1]);
}
