import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { inStretches } from "#lib/platform/in-turns.ts";
import type { Composed } from "./compose-version.internal.ts";

const LEFT_OUT_AT_A_STRETCH = 500;

type Place = { projectId: string; versionId: string };

/** Keeps what the newest build of a version left out as retracted, in place of what an older one did. */
export async function storeLeftOut(
  db: Db,
  { projectId, versionId }: Place,
  { leftOut }: Pick<Composed, "leftOut">,
): Promise<void> {
  await db.prisma.datasetLeftOut.deleteMany({ where: { projectId, versionId } });
  for await (const part of inStretches(leftOut, LEFT_OUT_AT_A_STRETCH))
    await db.query(sql`
      insert into dataset_left_out (project_id, version_id, kind, evidence_id, content_hash)
      select ${projectId}, ${versionId}, l.kind, l.id, decode(l.hash, 'hex')
      from unnest(
        ${part.map(({ kind }) => kind)}::text[], ${part.map(({ id }) => id)}::text[],
        ${part.map(({ hash }) => hash.toString("hex"))}::text[]) as l (kind, id, hash)`);
}
