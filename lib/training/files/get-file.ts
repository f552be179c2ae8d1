import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getFile as contract } from "#lib/contract/training/files.ts";
import { toFile } from "./file-shape.internal.ts";
import { openFile } from "./open-file.ts";

export async function getFile(
  ctx: AccountCtx,
  { fileId }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { row, project } = await openFile(ctx, fileId, "models:read");
  return toFile(row, project);
}
