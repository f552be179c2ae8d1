import type { AccountCtx } from "#lib/access/context.ts";
import { endSessions } from "#lib/access/sessions/end-sessions.ts";

export async function revokeMySessions(ctx: AccountCtx): Promise<Record<string, never>> {
  await endSessions(ctx);
  return {};
}
