import type { Db } from "#lib/platform/db/database.ts";
import { Conflict } from "#lib/platform/errors.ts";

/** A model's name may begin with an upstream's or with an entity's, so the two may not be called alike. */
export async function requireFreeName(db: Db, name: string, upstreamId: string): Promise<void> {
  const upstream = await db.prisma.upstream.findFirst({ where: { name, id: { not: upstreamId } } });
  const entity = await db.prisma.entity.findUnique({ where: { name } });
  if (upstream || entity)
    throw new Conflict(
      `An ${upstream ? "upstream" : "entity"} called ${name} already exists; use another name`,
    );
}
