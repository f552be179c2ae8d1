import { endSessions } from "#lib/auth/end-sessions.ts";
import type { AccountCtx } from "#lib/context.ts";

export async function revokeMySessions(ctx: AccountCtx): Promise<Record<string, never>> {
  await endSessions(ctx);
  return {};
}
