import type { WebhookDelivery as DeliveryRow } from "#lib/generated/prisma/client.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { nextTryMs } from "./next-try.ts";

/** What came of a try: the status, and why it does not count, or null. */
export type Outcome = { status: number | null; error: string | null };
type Tried = Pick<DeliveryRow, "id" | "projectId" | "webhookId" | "attempts" | "createdAt">;

const GONE = 410;

export async function storeOutcome(db: Db, delivery: Tried, { status, error }: Outcome): Promise<void> {
  const { id, projectId, webhookId } = delivery;
  const now = new Date();
  const pause = error === null || status === GONE ? null : nextTryMs(delivery.attempts, Math.random());
  await db.prisma.webhookDelivery.updateMany({
    where: { projectId, id },
    data: {
      lastStatus: status,
      // Why earlier tries failed is worth reading after a later one arrived.
      ...(error === null ? { deliveredAt: now } : { lastError: error }),
      nextAttemptAt: pause === null ? null : new Date(now.getTime() + pause),
    },
  });
  const webhook = { projectId, id: webhookId };
  if (error === null) {
    await db.prisma.webhook.updateMany({
      where: { ...webhook, failingSince: { not: null } },
      data: { failingSince: null },
    });
    return;
  }
  await db.prisma.webhook.updateMany({
    where: { ...webhook, failingSince: null },
    data: { failingSince: now },
  });
  if (status === GONE)
    await switchOff(db, webhook, "The address answered 410: it is gone and wants nothing more");
  else if (pause === null) await switchOffIfDead(db, delivery, error);
}

/** After all tries of a delivery, where nothing else went through in that time either. */
async function switchOffIfDead(db: Db, { projectId, webhookId, createdAt, attempts }: Tried, error: string) {
  const webhook = await db.prisma.webhook.findFirst({
    where: { projectId, id: webhookId },
    select: { failingSince: true },
  });
  // It may have been deleted while the try was on its way.
  if (!webhook?.failingSince) return;
  const othersArrived = await db.prisma.webhookDelivery.count({
    where: { projectId, webhookId, deliveredAt: { gte: createdAt } },
  });
  if (othersArrived > 0) return;
  await switchOff(
    db,
    { projectId, id: webhookId },
    `Nothing has arrived since ${webhook.failingSince.toISOString()}; after ${attempts} tries the last error was: ${error}`,
  );
}

async function switchOff(db: Db, webhook: { projectId: string; id: string }, problem: string): Promise<void> {
  await db.prisma.webhook.updateMany({
    where: { ...webhook, isEnabled: true },
    data: { isEnabled: false, problem },
  });
}
