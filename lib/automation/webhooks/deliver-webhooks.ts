import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { WebhookDelivery as DeliveryRow, Webhook as WebhookRow } from "#lib/generated/prisma/client.ts";
import { ForbiddenAddress } from "#lib/models/upstreams/host-guard.ts";
import { networkFault } from "#lib/models/upstreams/network-fault.ts";
import { addressIn, reasonOf, sendSigned } from "#lib/models/upstreams/send-signed.ts";
import { columns, field } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { networkOf } from "./require-fit-address.internal.ts";
import { type Outcome, storeOutcome } from "./store-outcome.internal.ts";
import { messageIdOf } from "./webhook-records.internal.ts";
import { secretsOf } from "./webhook-secrets.internal.ts";

/** On their way together: in all, for one project, and for one webhook, which has a single try at a time while nothing arrives. */
const AT_ONCE = 64;
const OF_PROJECT = 8;
const OF_ONE = 4;
const OF_FAILING = 1;
const TIMEOUT_SECONDS = 15;
/** A try whose worker died is taken up again after this long. */
const CLAIM_SECONDS = 60;
/** While something is on its way, this often is looked for what else is due. */
const LOOK_AGAIN_MS = 500;
/** A round takes up nothing new after this long, so that it ends although some receiver always hangs. */
const ROUND_MS = 30_000;

/**
 * Sends what is due, and answers how many were tried. A try is counted before it is sent, so that a worker that dies in between has it sent once
 * more with the same id, and none is lost. A receiver that hangs delays its own webhook and no other.
 */
export async function deliverWebhooks(db: Db): Promise<number> {
  const sending = new Map<string, Due & { ended: Promise<void> }>();
  const faults: unknown[] = [];
  const endsAt = performance.now() + ROUND_MS;
  let tried = 0;
  for (;;) {
    const taken = [...sending.values()];
    const isOpen = faults.length === 0 && performance.now() < endsAt;
    const claimed = isOpen ? await claimDue(db, taken) : [];
    for (const delivery of claimed) {
      const ended = deliver(db, delivery)
        .catch((error) => void faults.push(error))
        .finally(() => sending.delete(delivery.id));
      sending.set(delivery.id, { ...delivery, ended });
      tried++;
    }
    // What was found beside others is not all that is due: their places were taken.
    if (taken.length === 0 && claimed.length === 0) break;
    await Promise.race(
      [...sending.values()]
        .map(({ ended }) => ended)
        .concat(sleep(sending.size && LOOK_AGAIN_MS, undefined, { ref: false })),
    );
  }
  if (faults.length > 0) throw faults[0];
  return tried;
}

type Due = DeliveryRow & { webhook: WebhookRow };

/** Counts a try of each; webhooks and projects that have all their places `taken` wait until one of their tries has ended. */
async function claimDue(db: Db, taken: readonly DeliveryRow[]): Promise<Due[]> {
  const room = AT_ONCE - taken.length;
  if (room <= 0) return [];
  const webhooks = taken.map(({ webhookId }) => webhookId);
  const projects = taken.map(({ projectId }) => projectId);
  const claimed = await db.query(sql`
    update webhook_delivery d
    set attempts = d.attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
    where d.id = any(array(
      select o.id from (
        select o.*,
          row_number() over (partition by o.project_id order by o.next_attempt_at, o.id)
            + (select count(*) from unnest(${projects}::text[]) t (id) where t.id = o.project_id) as place_in_project
        from (
          select d.id, d.project_id, d.next_attempt_at,
            row_number() over (partition by d.webhook_id order by d.next_attempt_at, d.id)
              + (select count(*) from unnest(${webhooks}::text[]) t (id) where t.id = d.webhook_id) as place,
            case when w.failing_since is null then ${OF_ONE}::int else ${OF_FAILING}::int end as places
          from webhook_delivery d
          join webhook w on w.project_id = d.project_id and w.id = d.webhook_id and w.is_enabled
          join project p on p.id = w.project_id and p.deleted_at is null
          where d.next_attempt_at <= clock_timestamp()) o
        -- What its own webhook has no place for takes none of the project's.
        where o.place <= o.places) o
      where o.place_in_project <= ${OF_PROJECT}
      order by o.next_attempt_at, o.id limit ${room}))
      -- Asked again of the row itself: another worker may have found and claimed it in the same moment.
      and d.next_attempt_at <= clock_timestamp()
    returning ${columns({ id: field("webhook_delivery d", "id") })}`);
  if (claimed.length === 0) return [];
  const ids = claimed.map(({ id }) => id);
  return db.prisma.webhookDelivery.findMany({ where: { id: { in: ids } }, include: { webhook: true } });
}

async function deliver(db: Db, delivery: Due): Promise<void> {
  const outcome = await sendOnce(delivery);
  await db.transaction((tx) => storeOutcome(tx, delivery, outcome));
}

async function sendOnce(delivery: Due): Promise<Outcome> {
  const { webhook } = delivery;
  const network = networkOf(webhook);
  const url = addressIn(webhook.url, network);
  const secrets = secretsOf(webhook);
  if (!url) return { status: null, error: "the address may not be sent to" };
  if (!secrets)
    return {
      status: null,
      error: "the service's own secret has changed, so the webhook's cannot be read; rotate it",
    };
  try {
    const response = await sendSigned({
      url,
      id: messageIdOf(delivery),
      text: JSON.stringify(delivery.payload),
      secrets,
      timeoutSeconds: TIMEOUT_SECONDS,
      signal: NEVER,
      network,
    });
    return outcomeOf(response);
  } catch (error) {
    if (error instanceof ForbiddenAddress) return { status: null, error: `not sent: ${error.message}` };
    return { status: null, error: `${url.host} ${networkFault(reasonOf(error)).text}` };
  }
}

const NEVER = new AbortController().signal;

/** Only the status counts; a body is not read. */
function outcomeOf(response: IncomingMessage): Outcome {
  const { statusCode: status = 0 } = response;
  response.destroy();
  return { status, error: status >= 200 && status < 300 ? null : `answered ${status}` };
}
