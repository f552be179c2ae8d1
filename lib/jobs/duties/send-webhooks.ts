import { deliverWebhooks } from "#lib/automation/webhooks/deliver-webhooks.ts";
import { log } from "#lib/platform/log.ts";
import type { Duty } from "./duty.ts";

/** Reports to addresses what happened in their projects. */
export const sendWebhooks: Duty = {
  name: "send-webhooks",
  everyMs: 500,
  run: async (db) => {
    const tried = await deliverWebhooks(db);
    if (tried > 0) log.debug({ tried }, "webhooks sent");
  },
};
