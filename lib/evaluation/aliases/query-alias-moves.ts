import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import {
  ALIAS_MOVE_KINDS,
  type AliasMove,
  type queryAliasMoves as contract,
} from "#lib/contract/evaluation/aliases.ts";
import { GateLine } from "#lib/contract/evaluation/gates.ts";
import { list, oneOf } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import type { CheckpointAliasMove } from "#lib/generated/prisma/client.ts";
import { openModel } from "#lib/models/open-model.ts";

export async function queryAliasMoves(
  ctx: AccountCtx,
  { modelId, name, limit, offset }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { projectId } = await openModel(ctx, modelId, "models:read");
  const table = ctx.db.prisma.checkpointAliasMove;
  const where = { projectId, modelId, alias: name };
  const rows = await table.findMany({
    where,
    orderBy: [{ movedAt: "desc" }, { id: "desc" }],
    take: limit,
    skip: offset,
  });
  return { moves: rows.map(toMove), totalCount: await table.count({ where }) };
}

/** The columns hold only what was encoded for them. */
function toMove({ kind, lines, projectId: _, modelId: __, ...move }: CheckpointAliasMove): AliasMove {
  return { ...move, kind: z.decode(oneOf(ALIAS_MOVE_KINDS), kind), lines: z.decode(list(GateLine), lines) };
}
