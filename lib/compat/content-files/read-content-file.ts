import type { Ctx } from "#lib/access/context.ts";
import type { readContentFile as contract } from "#lib/contract/compat/content-files.ts";
import { type InputOf, MIB } from "#lib/contract/endpoint.ts";
import { bytes, columns } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { StreamDownload } from "#lib/platform/file-download.ts";

/** Annotators read no files. */
export async function readContentFile(
  ctx: Ctx,
  { digest }: InputOf<typeof contract>,
): Promise<StreamDownload> {
  const { db, project } = ctx;
  const file = await db.prisma.contentFile.findUnique({
    where: { projectId_digest: { projectId: project.id, digest } },
    select: { filename: true, sizeBytes: true },
  });
  if (!file || project.role === "annotator") throw new NotFound(`File ${digest} not found`);
  const { filename, sizeBytes } = file;
  return new StreamDownload(partsOf(ctx, { digest, sizeBytes }), filename, sizeBytes);
}

/** Read as they are sent, so that no answer holds a whole file. */
async function* partsOf(
  { db, project }: Ctx,
  { digest, sizeBytes }: { digest: string; sizeBytes: number },
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < sizeBytes; at += MIB) {
    const part = bytes(sql`substring(bytes from ${at + 1}::int for ${MIB}::int)`);
    const [row] = await db.query(sql`
      select ${columns({ part })} from content_file
      where project_id = ${project.id} and digest = ${digest}`);
    if (!row) throw new NotFound(`File ${digest} no longer exists`);
    yield row.part;
  }
}
