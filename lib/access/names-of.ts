import type { Db } from "#lib/platform/db/database.ts";

/** People's names by id, without deleted accounts. */
export async function namesOf(db: Db, ids: Iterable<string | null>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const users = await db.prisma.user.findMany({
    where: { id: { in: wanted } },
    select: { id: true, name: true },
  });
  return new Map(users.map(({ id, name }) => [id, name]));
}
