import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { updateCall as contract } from "#lib/contract/traces/calls.ts";
import { NotFound } from "#lib/platform/errors.ts";

/** An empty name takes the display name away. */
export async function updateCall(
  { db, project }: Ctx,
  { callId, displayName }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const updated = await db.prisma.call.updateMany({
    where: { projectId: project.id, id: callId, startedAt: { not: null }, deletedAt: null },
    data: { displayName: displayName === "" ? null : displayName, updatedAt: new Date() },
  });
  if (updated.count === 0) throw new NotFound(`Call ${callId} not found`);
  return {};
}
