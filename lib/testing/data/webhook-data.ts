import * as contract from "#lib/contract/automation/webhooks.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";

/** A webhook to a public address that nothing is sent to, as requests name it. */
export async function aWebhookIn(
  api: Harness,
  { project, caller }: { project: TestProject; caller: Caller },
): Promise<{ project_id: string; webhook_id: string }> {
  const { webhook } = await api.call(caller, contract.createWebhook, {
    projectId: project.path,
    url: "https://1.1.1.1/hook",
    description: "",
    events: ["dataset.version_ready"],
    allowPrivate: false,
  });
  return { project_id: project.path, webhook_id: webhook.id };
}

/** The same with a delivery that failed for good. */
export async function aDeliveryIn(api: Harness, place: { project: TestProject; caller: Caller }) {
  const named = await aWebhookIn(api, place);
  const id = newId();
  await api.db.prisma.webhookDelivery.create({
    data: {
      id,
      projectId: place.project.id,
      webhookId: named.webhook_id,
      type: "webhook.test",
      payload: {},
      attempts: 10,
      nextAttemptAt: null,
    },
  });
  return { ...named, delivery_id: id };
}

/** A project with an admin, and a webhook for these events; `reported` is what it is to be sent, the newest first. */
export async function aWitness(
  api: Harness,
  events: readonly contract.WebhookEvent[],
  project?: TestProject,
) {
  const place = project ?? (await api.aProject());
  const caller = await api.aCaller(place, "admin");
  const { webhook } = await api.call(caller, contract.createWebhook, {
    projectId: place.path,
    url: "https://1.1.1.1/x",
    description: "",
    events: [...events],
    allowPrivate: false,
  });
  const at = { projectId: place.path, webhookId: webhook.id, limit: 50, offset: 0 };
  const reported = async () =>
    (await api.call(caller, contract.queryWebhookDeliveries, at)).deliveries.map(({ type, payload }) => ({
      type,
      data: payload.data,
    }));
  return { project: place, caller, reported };
}
