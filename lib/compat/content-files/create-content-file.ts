import { readFile } from "node:fs/promises";
import type { UploadCtx } from "#lib/access/context.ts";
import { ensureProject } from "#lib/access/permissions/ensure-project.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { createContentFile as contract } from "#lib/contract/compat/content-files.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";

/** The same bytes under another name stay under the first one. */
export async function createContentFile(
  { db, actor, file }: UploadCtx,
  { projectId, expectedDigest }: InputOf<typeof contract>,
): Promise<{ digest: string }> {
  await ensureProject(db, actor, projectId);
  const project = await requireProject(db, actor, { path: projectId, permission: "objects:write" });
  const digest = contentDigest(file.sha256);
  if (expectedDigest !== undefined && expectedDigest !== digest)
    throw new Rejected(
      `The digest of the bytes that arrived is ${digest}, not ${expectedDigest}; send the file again`,
    );
  const { filename, sizeBytes } = file;
  await db.query(sql`
    insert into content_file (project_id, digest, filename, size_bytes, bytes, created_by)
    values (${project.id}, ${digest}, ${filename}, ${sizeBytes}::int, ${await readFile(file.path)}, ${actor.userId})
    on conflict (project_id, digest) do nothing`);
  return { digest };
}

/** A SHA-256 in the letters and digits that clients compute too. */
function contentDigest(sha256: string): string {
  return Buffer.from(sha256, "hex").toString("base64url").replaceAll("-", "X").replaceAll("_", "Y");
}
