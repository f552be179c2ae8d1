import type { Upstream } from "#lib/contract/models/upstreams.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { NotFound } from "#lib/platform/errors.ts";

export type UpstreamRow = NonNullable<Awaited<ReturnType<Db["prisma"]["upstream"]["findUnique"]>>>;

/** An upstream as its admins see it. */
export function toUpstream(row: UpstreamRow): Upstream {
  const { id, name, baseUrl, models, allowPrivate, createdAt, updatedAt } = row;
  return { id, name, baseUrl, hasKey: row.sealedKey !== null, models, allowPrivate, createdAt, updatedAt };
}

export function noSuchUpstream(id: string): NotFound {
  return new NotFound(`Upstream ${id} not found`);
}
