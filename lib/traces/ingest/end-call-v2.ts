import type { Ctx } from "#lib/access/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { endCallV2 as contract } from "#lib/contract/traces/calls.ts";
import { endCall } from "./end-call.ts";
import { requireSameProject } from "./require-same-project.internal.ts";

export async function endCallV2(ctx: Ctx, { end }: InputOf<typeof contract>): Promise<Record<string, never>> {
  requireSameProject(ctx.project, end.projectId);
  return endCall(ctx, { end });
}
