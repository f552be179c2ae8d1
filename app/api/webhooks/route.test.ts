import { createHmac } from "node:crypto";
import http, { type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverWebhooks } from "#lib/automation/webhooks/deliver-webhooks.ts";
import { updateItemProgress } from "#lib/contract/annotation/queues.ts";
import * as contract from "#lib/contract/automation/webhooks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aQueueWithItems, untilWaiting } from "#lib/testing/data/queue-data.ts";
import { aWebhookIn } from "#lib/testing/data/webhook-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.createWebhook, {
  prepare: ({ project }) => ({
    project_id: project.path,
    url: "https://1.1.1.1/hook",
    description: "Ours",
    events: ["dataset.version_ready"],
    allow_private: false,
  }),
});
routeGuarantees(api, contract.listWebhooks, { prepare: ({ project }) => ({ project_id: project.path }) });

type Received = { path: string; headers: IncomingHttpHeaders; text: string };
const received: Received[] = [];
/** Statuses by path; 200 where nothing is said. */
const answers = new Map<string, number>();
/** What an answer waits for, by path. */
const holding = new Map<string, Promise<void>>();
const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", async () => {
    const path = request.url ?? "";
    received.push({ path, headers: request.headers, text: Buffer.concat(chunks).toString("utf8") });
    await holding.get(path);
    response.writeHead(answers.get(path) ?? 200, { location: `${base()}/elsewhere` }).end();
  });
});
const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close().closeAllConnections());

/** A project with a queue of one item, and a webhook to a path of this file's server, which only an admin of the instance may make. */
async function aListener(path: string) {
  const place = await aQueueWithItems(api, 1);
  const caller = await api.aCaller(place.project, "admin");
  await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
  const { webhook, secret } = await api.call(caller, contract.createWebhook, {
    projectId: place.projectId,
    url: `${base()}${path}`,
    description: "",
    events: ["annotation.completed"],
    allowPrivate: true,
  });
  const at = { projectId: place.projectId, webhookId: webhook.id };
  const deliveries = async () =>
    (await api.call(caller, contract.queryWebhookDeliveries, { ...at, limit: 50, offset: 0 })).deliveries;
  const webhookNow = async () =>
    (await api.call(caller, contract.listWebhooks, { projectId: place.projectId })).webhooks[0];
  const item = { projectId: place.projectId, queueId: place.queueId, itemId: place.items[0]?.id ?? "" };
  const complete = () =>
    api.call(place.caller, updateItemProgress, { ...item, annotationState: "completed" });
  return { ...place, admin: caller, at, secret, deliveries, webhookNow, item, complete };
}

/** Whether a request has a signature by the secret, as the standard defines it. */
function isSignedBy(secret: string, { headers, text }: Received): boolean {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64");
  return String(signatures).split(" ").includes(`v1,${expected}`);
}

const at = (path: string) => received.filter((one) => one.path === path);

/** What waits for its next try is due now. */
async function makeDue(webhookId: string) {
  await api.db.query(sql`
    update webhook_delivery set next_attempt_at = now() where webhook_id = ${webhookId} and next_attempt_at is not null`);
}

test("two workers that find the same delivery send it once", async () => {
  const listener = await aListener("/two-workers");
  await listener.complete();
  const working: Promise<number>[] = [];
  await api.db.transaction(async (tx) => {
    await tx.query(
      sql`select 1 from webhook_delivery where webhook_id = ${listener.at.webhookId} for update`,
    );
    working.push(deliverWebhooks(api.db), deliverWebhooks(api.db));
    await untilWaiting(api, "update webhook_delivery", 2);
  });
  await Promise.all(working);
  expect(at("/two-workers")).toHaveLength(1);
  expect(await listener.deliveries()).toMatchObject([{ attempts: 1 }]);
});

test("a completed answer is sent once, signed by the secret that only its making showed, and names ids and no content", async () => {
  const listener = await aListener("/signed");
  await listener.complete();
  await listener.complete();
  expect(await listener.deliveries()).toMatchObject([{ type: "annotation.completed", state: "pending" }]);
  await deliverWebhooks(api.db);
  await deliverWebhooks(api.db);
  const [sent] = at("/signed");
  expect(at("/signed")).toHaveLength(1);
  expect(sent && isSignedBy(listener.secret, sent)).toBe(true);
  expect(sent && isSignedBy(`whsec_${Buffer.alloc(32).toString("base64")}`, sent)).toBe(false);
  expect(Math.abs(Number(sent?.headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(60);
  expect(JSON.parse(sent?.text ?? "")).toEqual({
    type: "annotation.completed",
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: {
      project_id: listener.projectId,
      queue_id: listener.queueId,
      item_id: listener.item.itemId,
      annotator_user_id: listener.caller.userId,
    },
  });
  expect(await listener.deliveries()).toMatchObject([
    { state: "delivered", attempts: 1, lastStatus: 200, messageId: sent?.headers["webhook-id"] },
  ]);
  expect(JSON.stringify(await listener.webhookNow())).not.toContain("whsec_");
});

test("what is undone is not sent", async () => {
  const listener = await aListener("/undone");
  const undone = api.db.transaction(async (tx) => {
    await tx.query(sql`
      insert into item_progress (project_id, item_id, annotator_id, queue_id, state)
      values (${listener.project.id}, ${listener.item.itemId}, 'someone', ${listener.queueId}, 'completed')`);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await listener.deliveries()).toEqual([]);
});

test("a failed try comes back later with the same id, and nothing is followed elsewhere", async () => {
  const listener = await aListener("/moved");
  answers.set("/moved", 302);
  await listener.complete();
  await deliverWebhooks(api.db);
  const [failed] = await listener.deliveries();
  expect(failed).toMatchObject({ state: "pending", attempts: 1, lastStatus: 302, lastError: "answered 302" });
  expect((await listener.webhookNow())?.failingSince).not.toBeNull();
  await deliverWebhooks(api.db);
  expect(at("/moved")).toHaveLength(1);
  answers.set("/moved", 204);
  await makeDue(listener.at.webhookId);
  await deliverWebhooks(api.db);
  expect(await listener.deliveries()).toMatchObject([
    { state: "delivered", attempts: 2, lastStatus: 204, lastError: "answered 302" },
  ]);
  expect(new Set(at("/moved").map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(at("/elsewhere")).toEqual([]);
  expect(await listener.webhookNow()).toMatchObject({ isEnabled: true, failingSince: null });
});

test("after the last try a dead address is switched off with the reason, and what failed can be sent again", async () => {
  const listener = await aListener("/dead");
  answers.set("/dead", 500);
  await listener.complete();
  for (let tried = 1; tried <= 10; tried++) {
    await deliverWebhooks(api.db);
    await makeDue(listener.at.webhookId);
  }
  const [delivery] = await listener.deliveries();
  expect(delivery).toMatchObject({ state: "failed", attempts: 10, nextAttemptAt: null });
  expect(await listener.webhookNow()).toMatchObject({
    isEnabled: false,
    problem: expect.stringMatching(
      /Nothing has arrived since .* after 10 tries the last error was: answered 500/,
    ),
  });
  const again = { ...listener.at, deliveryId: delivery?.id ?? "" };
  await expect(api.call(listener.admin, contract.redeliverWebhook, again)).rejects.toMatchObject({
    status: 409,
  });
  answers.delete("/dead");
  await api.call(listener.admin, contract.updateWebhook, { ...listener.at, isEnabled: true });
  await api.call(listener.admin, contract.redeliverWebhook, again);
  await deliverWebhooks(api.db);
  expect(await listener.deliveries()).toMatchObject([{ state: "delivered", messageId: delivery?.messageId }]);
});

test("five receivers that hang with long backlogs delay no other webhook", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const hanging = await Promise.all(["a", "b", "c", "d", "e"].map((name) => aListener(`/hangs-${name}`)));
  for (const name of ["a", "b", "c", "d", "e"]) holding.set(`/hangs-${name}`, released);
  for (const one of hanging)
    for (let n = 0; n < 6; n++) await api.call(one.admin, contract.testWebhook, one.at);
  const other = await aListener("/beside-backlogs");
  await api.call(other.admin, contract.testWebhook, other.at);
  const round = deliverWebhooks(api.db);
  await expect.poll(() => at("/beside-backlogs")).toHaveLength(1);
  release();
  await round;
  for (const name of ["a", "b", "c", "d", "e"]) expect(at(`/hangs-${name}`)).toHaveLength(6);
});

test("the backlog of a receiver that hangs takes none of its project's places from another webhook", async () => {
  const hanging = await aListener("/hangs-in-project");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  holding.set("/hangs-in-project", released);
  for (let n = 0; n < 12; n++) await api.call(hanging.admin, contract.testWebhook, hanging.at);
  const { webhook } = await api.call(hanging.admin, contract.createWebhook, {
    projectId: hanging.projectId,
    url: `${base()}/beside-it`,
    description: "",
    events: ["annotation.completed"],
    allowPrivate: true,
  });
  const other = { projectId: hanging.projectId, webhookId: webhook.id };
  await api.call(hanging.admin, contract.testWebhook, other);
  const round = deliverWebhooks(api.db);
  await expect.poll(() => at("/beside-it")).toHaveLength(1);
  release();
  await round;
  expect(at("/hangs-in-project")).toHaveLength(12);
});

test("a receiver that hangs delays no other webhook", async () => {
  const [hanging, other] = [await aListener("/hangs"), await aListener("/answers")];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  holding.set("/hangs", released);
  await hanging.complete();
  const round = deliverWebhooks(api.db);
  await expect.poll(() => at("/hangs")).toHaveLength(1);
  await other.complete();
  await expect.poll(() => at("/answers")).toHaveLength(1);
  await expect.poll(other.deliveries).toMatchObject([{ state: "delivered" }]);
  expect(await hanging.deliveries()).toMatchObject([{ state: "pending", attempts: 1 }]);
  release();
  expect(await round).toBe(2);
  expect(await hanging.deliveries()).toMatchObject([{ state: "delivered" }]);
});

test("the last try of a webhook that was deleted on the way ends quietly", async () => {
  const listener = await aListener("/deleted");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  holding.set("/deleted", released);
  answers.set("/deleted", 500);
  await listener.complete();
  await api.db.query(
    sql`update webhook_delivery set attempts = 9 where webhook_id = ${listener.at.webhookId}`,
  );
  const round = deliverWebhooks(api.db);
  await expect.poll(() => at("/deleted")).toHaveLength(1);
  await api.call(listener.admin, contract.deleteWebhook, listener.at);
  release();
  expect(await round).toBe(1);
});

test("410 switches off at once", async () => {
  const listener = await aListener("/gone");
  answers.set("/gone", 410);
  await listener.complete();
  await deliverWebhooks(api.db);
  expect(await listener.webhookNow()).toMatchObject({
    isEnabled: false,
    problem: expect.stringContaining("410"),
  });
  expect(await listener.deliveries()).toMatchObject([{ state: "failed" }]);
});

test("after a rotation both secrets sign for a day, then only the new one", async () => {
  const listener = await aListener("/rotated");
  const { secret } = await api.call(listener.admin, contract.rotateWebhookSecret, listener.at);
  await api.call(listener.admin, contract.testWebhook, listener.at);
  await deliverWebhooks(api.db);
  await api.db.prisma.webhook.update({
    where: { id: listener.at.webhookId },
    data: { oldSecretUntil: new Date(0) },
  });
  await api.call(listener.admin, contract.testWebhook, listener.at);
  await deliverWebhooks(api.db);
  const signed = at("/rotated").map((one) => [isSignedBy(listener.secret, one), isSignedBy(secret, one)]);
  expect(signed).toEqual([
    [true, true],
    [false, true],
  ]);
});

test("addresses that are not public are refused when a webhook is made and when it is sent", async () => {
  const place = await aQueueWithItems(api, 1);
  const admin = await api.aCaller(place.project, "admin");
  const create = async (fields: Record<string, unknown>) => {
    const body = { project_id: place.projectId, events: ["annotation.completed"], ...fields };
    const response = await api.send(admin, { path: "/webhooks", body });
    return { status: response.status, text: await response.text() };
  };
  for (const url of [
    "https://127.0.0.1/x",
    "https://169.254.169.254/x",
    "http://1.1.1.1/x",
    "https://a:b@1.1.1.1/x",
    "x",
  ])
    expect(await create({ url }), url).toMatchObject({ status: 422, text: expect.stringContaining('"url"') });
  expect(await create({ url: base(), allow_private: true })).toMatchObject({ status: 403 });
  // A name that led elsewhere when it was checked: stored as if it had.
  const { webhook } = await api.call(admin, contract.createWebhook, {
    projectId: place.projectId,
    url: "https://1.1.1.1/x",
    description: "",
    events: ["annotation.completed"],
    allowPrivate: false,
  });
  const private_ = base().replace("http:", "https:");
  await api.db.prisma.webhook.update({ where: { id: webhook.id }, data: { url: private_ } });
  const named = { projectId: place.projectId, webhookId: webhook.id };
  await api.call(admin, contract.testWebhook, named);
  await deliverWebhooks(api.db);
  const { deliveries } = await api.call(admin, contract.queryWebhookDeliveries, {
    ...named,
    limit: 5,
    offset: 0,
  });
  expect(deliveries).toMatchObject([
    { lastStatus: null, lastError: expect.stringContaining("on this machine") },
  ]);
});

test("the address of a webhook that may be in a private network is changed by admins of the instance alone", async () => {
  const listener = await aListener("/kept");
  const other = await api.aCaller(listener.project, "admin");
  const move = { ...listener.at, url: `${base()}/elsewhere` };
  await expect(api.call(other, contract.updateWebhook, move)).rejects.toMatchObject({ status: 403 });
  expect((await listener.webhookNow())?.url).toBe(`${base()}/kept`);
  const limited = await api.aKey(listener.admin.userId, { projectIds: [listener.project.id] });
  const byKey = { ...listener.admin, headers: limited };
  await expect(api.call(byKey, contract.updateWebhook, move)).rejects.toMatchObject({ status: 403 });
  await api.call(other, contract.updateWebhook, { ...listener.at, description: "Ours" });
  await api.call(listener.admin, contract.updateWebhook, move);
  expect(await listener.webhookNow()).toMatchObject({ url: move.url, description: "Ours" });
});

test("a project has so many webhooks and no more", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "admin");
  const add = () => aWebhookIn(api, { project, caller });
  for (let there = 0; there < contract.MAX_WEBHOOKS; there++) await add();
  await expect(add()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("The project has 20 webhooks, and no more fit; delete one first"),
  });
});
