import type { Ctx } from "#lib/access/context.ts";
import type { CallStart } from "#lib/contract/traces/call-fields.ts";
import { partOfStart } from "#lib/traces/calls/call-part.internal.ts";
import { callKey, storeParts } from "./store-parts.internal.ts";

/** Answers the ids that the call is stored under, made here where the caller gave none. */
export async function startCall(
  { db, actor, project }: Ctx,
  { start }: { start: Omit<CallStart, "projectId"> },
): Promise<{ id: string; traceId: string }> {
  const part = partOfStart(start, { projectId: project.id, userId: actor.userId });
  const traceIds = await storeParts(db, [part]);
  return { id: part.id, traceId: traceIds.get(callKey(part)) ?? part.id };
}
