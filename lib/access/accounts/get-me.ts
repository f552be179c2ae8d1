import type { AccountCtx } from "#lib/access/context.ts";
import type { getMe as contract } from "#lib/contract/access/accounts.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { isDict } from "#lib/contract/fields.ts";

export async function getMe({ db, actor }: AccountCtx): Promise<ReplyOf<typeof contract>> {
  const user = await db.prisma.user.findUniqueOrThrow({ where: { id: actor.userId } });
  const { email, name, isInstanceAdmin, defaultEntity, mustChangePassword } = user;
  return {
    userId: user.id,
    email,
    name,
    isInstanceAdmin,
    defaultEntity,
    mustChangePassword,
    entities: await entitiesOf({ db, actor }),
    keyBindings: textsOf(user.keyBindings),
    credential: actor.key ? "key" : "session",
    ...(actor.key ? { keyScopes: [...actor.key.scopes] } : {}),
  };
}

function textsOf(stored: unknown): Record<string, string> {
  const entries = isDict(stored) ? Object.entries(stored) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** The entities that the actor belongs to, by name; the instance admin administers all. */
export async function entitiesOf({
  db,
  actor,
}: Pick<AccountCtx, "db" | "actor">): Promise<{ name: string; isAdmin: boolean }[]> {
  const members = await db.prisma.entityMember.findMany({
    where: { userId: actor.userId },
    orderBy: { entityName: "asc" },
  });
  if (!actor.isInstanceAdmin)
    return members.map(({ entityName, isAdmin }) => ({ name: entityName, isAdmin }));
  const all = await db.prisma.entity.findMany({ orderBy: { name: "asc" } });
  return all.map(({ name }) => ({ name, isAdmin: true }));
}
