import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { startCallV2 as contract } from "#lib/contract/traces/calls.ts";
import { requireSameProject } from "./require-same-project.internal.ts";
import { startCall } from "./start-call.ts";

export async function startCallV2(
  ctx: Ctx,
  { start }: InputOf<typeof contract>,
): Promise<{ id: string; traceId: string }> {
  requireSameProject(ctx.project, start.projectId);
  return startCall(ctx, { start });
}
