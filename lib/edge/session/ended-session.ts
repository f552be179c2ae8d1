import { headers } from "next/headers";
import { isOfDisabledAccount } from "#lib/access/sessions/session-token.ts";
import { database } from "#lib/platform/db/client.ts";
import { log } from "#lib/platform/log.ts";

/** Whether the session that this browser still holds belongs to an account that was disabled: then signing in again leads nowhere. */
export async function endedByDisabling(): Promise<boolean> {
  const cookies = (await headers()).get("cookie");
  if (cookies === null) return false;
  try {
    return await isOfDisabledAccount(database(), cookies);
  } catch (error) {
    log.error({ err: error }, "the session that ended could not be looked at");
    return false;
  }
}
