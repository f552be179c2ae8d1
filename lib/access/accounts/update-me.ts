import type { AccountCtx } from "#lib/access/context.ts";
import type { updateMe as contract } from "#lib/contract/access/accounts.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { entitiesOf, getMe } from "./get-me.ts";

const MAX_ACT = 40;

export async function updateMe(
  ctx: AccountCtx,
  { name, defaultEntity, keyBindings }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  if (defaultEntity !== undefined) await requireOwnEntity(ctx, defaultEntity);
  if (keyBindings !== undefined) await bindKeys(ctx, keyBindings);
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
  throw new Rejected(`You do not belong to the entity '${wanted}'; choose one of yours (${own})`);
}

async function bindKeys({ db, actor }: AccountCtx, bindings: Record<string, string>): Promise<void> {
  const tooLong = Object.keys(bindings).find((act) => act.length > MAX_ACT);
  if (tooLong !== undefined) throw new Rejected(`The desk has no action '${tooLong.slice(0, MAX_ACT)}…'`);
  await db.query(
    sql`update app_user set key_bindings = ${JSON.stringify(bindings)}::json where id = ${actor.userId}`,
  );
}
