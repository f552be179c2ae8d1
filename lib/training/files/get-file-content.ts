import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { getFileContent as contract } from "#lib/contract/training/files.ts";
import { FileDownload } from "#lib/platform/file-download.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { openFile } from "./open-file.ts";

export async function getFileContent(
  ctx: AccountCtx,
  { fileId }: InputOf<typeof contract>,
): Promise<FileDownload> {
  const { row } = await openFile(ctx, fileId, "models:read");
  return new FileDownload(absolutePath(row.path), row.filename);
}
