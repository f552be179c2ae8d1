import { countOf } from "#components/ui/text/format.ts";
import type { WebhookDelivery } from "#lib/contract/automation/webhooks.ts";

type Tried = Pick<WebhookDelivery, "state" | "attempts" | "lastError" | "lastStatus">;

/** How often something was sent and what came of it: `2 tries, answered 204, before that answered 401`. */
export function deliveryWords({ state, attempts, lastError, lastStatus }: Tried): string {
  const tries = countOf(attempts, "try", "tries");
  if (state !== "delivered") return lastError === null ? tries : `${tries}, ${lastError}`;
  const answered = lastStatus === null ? tries : `${tries}, answered ${lastStatus}`;
  return lastError === null ? answered : `${answered}, before that ${lastError}`;
}
