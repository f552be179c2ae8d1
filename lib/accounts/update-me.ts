import type { AccountCtx } from "#lib/context.ts";
import type { updateMe as contract } from "#lib/contract/accounts.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { Rejected } from "#lib/errors.ts";
import { entitiesOf, getMe } from "./get-me.ts";

export async function updateMe(
  ctx: AccountCtx,
  { name, defaultEntity }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  if (defaultEntity !== undefined) await requireOwnEntity(ctx, defaultEntity);
  await ctx.db.prisma.user.update({
    where: { id: ctx.actor.userId },
    data: {
      ...(name === undefined ? {} : { name }),
      ...(defaultEntity === undefined ? {} : { defaultEntity }),
    },
  });
  return getMe(ctx);
}

async function requireOwnEntity(ctx: AccountCtx, wanted: string): Promise<void> {
  const entities = await entitiesOf(ctx);
  if (entities.some(({ name }) => name === wanted)) return;
  const own = entities.map(({ name }) => name).join(", ") || "none";
  throw new Rejected(`You do not belong to an entity '${wanted}'; choose one of yours (${own})`);
}
