import type { Ctx } from "#lib/access/context.ts";
import type { readContentFile as contract } from "#lib/contract/compat/content-files.ts";
import { type InputOf, MIB } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { StreamDownload } from "#lib/platform/file-download.ts";

/** Annotators read no files. */
export async function readContentFile(
  ctx: Ctx,
  { digest }: InputOf<typeof contract>,
): Promise<StreamDownload> {
  const { db, project } = ctx;
  const [file] = await db.query<{ filename: string; size_bytes: number }>(sql`
    select filename, size_bytes from content_file where project_id = ${project.id} and digest = ${digest}`);
  if (!file || project.role === "annotator") throw new NotFound(`File ${digest} not found`);
  return new StreamDownload(partsOf(ctx, { digest, sizeBytes: file.size_bytes }), file.filename);
}

/** Read as they are sent, so that no answer holds a whole file. */
async function* partsOf(
  { db, project }: Ctx,
  { digest, sizeBytes }: { digest: string; sizeBytes: number },
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < sizeBytes; at += MIB) {
    const [row] = await db.query<{ part: Buffer }>(sql`
      select substring(bytes from ${at + 1}::int for ${MIB}::int) as part from content_file
      where project_id = ${project.id} and digest = ${digest}`);
    if (!row) throw new NotFound(`File ${digest} is no longer there`);
    yield row.part;
  }
}
