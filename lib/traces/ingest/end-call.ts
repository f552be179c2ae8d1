import type { Ctx } from "#lib/access/context.ts";
import type { CallEnd } from "#lib/contract/traces/call-fields.ts";
import { partOfEnd } from "#lib/traces/calls/call-part.internal.ts";
import { storeParts } from "./store-parts.internal.ts";

export async function endCall(
  { db, actor, project }: Ctx,
  { end }: { end: Omit<CallEnd, "projectId"> },
): Promise<Record<string, never>> {
  await storeParts(db, [partOfEnd(end, { projectId: project.id, userId: actor.userId })]);
  return {};
}
