import http, { type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, test } from "./support/fixtures.ts";
import { post } from "./support/queues.ts";

// An address that is refused is a 422 in the console.
test.use({ expectedErrors: [/status of 422/] });

type Received = { headers: Record<string, string>; body: string };

/** A receiver on this machine, and what it has had. */
let received: Received[];
let answer: number;
const server = http.createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString("utf8");
  received.push({ headers: textsOf(request.headers), body });
  response.writeHead(answer).end();
});
test.beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
test.afterAll(() => void server.close().closeAllConnections());
test.beforeEach(() => {
  [received, answer] = [[], 204];
});

function textsOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function address(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

test("a webhook is added, gets what happens signed, is sent again, changes its secret, and is switched off by 410", {
  tag: "@long",
}, async ({ page, signIn }) => {
  const place = await aQueueOfOne();
  await signIn(page);
  await page.goto(`${place.home}/settings?tab=webhooks`);
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add webhook" }).click();
  const adding = page.getByRole("dialog", { name: "Add a webhook" });
  await adding.getByRole("button", { name: "Add webhook" }).click();
  await expect(adding.getByText("Enter the address.")).toBeVisible();
  await expect(adding.getByText("Choose at least one.")).toBeVisible();
  await adding.getByLabel("Address").fill(address());
  await adding.getByLabel("is completed by somebody").check();
  await adding.getByLabel("has all its answers").check();
  await adding.getByRole("button", { name: "Add webhook" }).click();
  await expect(
    adding.getByText(/^http:.*is not an address of the form https:.*check “Allow private networks/),
  ).toBeVisible();
  await adding.getByLabel("Allow private networks and plain http").check();
  await expectAccessible(page);
  await adding.getByRole("button", { name: "Add webhook" }).click();
  const first = await secretShown(page);

  const card = page.getByRole("article", { name: `Webhook ${address()}` });
  await expect(
    card.getByText(
      "Sent when an item of a queue is completed by somebody; when a queue has all its answers.",
    ),
  ).toBeVisible();
  await place.complete();
  await expect
    .poll(() => received.map(({ body }) => JSON.parse(body).type).sort())
    .toEqual(["annotation.completed", "queue.completed"]);
  for (const { body, headers } of received)
    expect(new Webhook(first).verify(body, headers)).toMatchObject({
      data: { project_id: place.project_id },
    });
  const [one] = received;
  expect(() => new Webhook(first).verify(`${one?.body} `, one?.headers ?? {})).toThrow();

  await card.getByRole("button", { name: "Deliveries" }).click();
  const deliveries = card.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
  await expect(deliveries).toHaveCount(2);
  const oldest = deliveries.filter({ hasText: "An item of a queue is completed by somebody" });
  await expect(oldest.getByText("Delivered")).toBeVisible();
  await oldest.getByText("Request", { exact: true }).click();
  await expect(oldest.getByText(place.itemId)).toBeVisible();
  await expect(
    oldest.getByRole("link", { name: "An item of a queue is completed by somebody" }),
  ).toHaveAttribute("href", new RegExp(`/items\\?item=${place.itemId}$`));
  await expectAccessible(page);
  const before = received.length;
  await oldest.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => received.length).toBe(before + 1);
  const ids = received
    .filter(({ body }) => body.includes("annotation.completed"))
    .map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);

  await card.getByRole("button", { name: "New secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "New secret" }).click();
  const second = await secretShown(page);
  expect(second).not.toBe(first);
  await card.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => received.at(-1)?.body).toContain("webhook.test");
  const test = received.at(-1) ?? { body: "", headers: {} };
  for (const secret of [first, second])
    expect(new Webhook(secret).verify(test.body, test.headers)).toMatchObject({ type: "webhook.test" });
  await expect(card.getByText(/^The old secret signs too/)).toBeVisible();

  answer = 410;
  await card.getByRole("button", { name: "Send a test" }).click();
  await expect(card.getByText("Switched off", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(card.getByText(/The address answered 410: it is gone/)).toBeVisible();
  await expect(card.getByRole("switch", { name: "Off" })).not.toBeChecked();
  const tab = page.url();
  await page.goto(tab.replace(/\/settings.*$/, "/overview"));
  await expect(page.getByRole("region", { name: "Waiting" })).toContainText(
    `Webhook ${address()} is switched off`,
  );
  await page.goto(tab);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page);
  answer = 204;
  await toggled(card);
  await expect(card.getByText("Switched off", { exact: true })).toBeHidden();

  await card.getByRole("button", { name: /^Delete the webhook/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
});

async function toggled(card: Locator): Promise<void> {
  await card.getByRole("switch", { name: "Off" }).click();
  await expect(card.getByRole("switch", { name: "On" })).toBeChecked();
}

/** The secret, which is shown this once. */
async function secretShown(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Copy the secret now" });
  await expectAccessible(page);
  const text = (await dialog.getByText(/whsec_/).textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  return /whsec_\S+/.exec(text)?.[0] ?? "";
}

/** A project of its own with a queue of one item, which asks one person. */
async function aQueueOfOne() {
  const project = `hook-${crypto.randomUUID().slice(0, 8)}`;
  const project_id = `acme/${project}`;
  const id = crypto.randomUUID();
  const at = { started_at: "2026-01-05T09:30:00Z", ended_at: "2026-01-05T09:30:01Z" };
  const call = {
    id,
    trace_id: id,
    op_name: "ask",
    attributes: {},
    inputs: {},
    output: "",
    summary: {},
    ...at,
  };
  await post(`/api/v2/acme/${project}/calls/complete`, { batch: [call] });
  const queue = await post("/api/annotation_queues", {
    project_id,
    name: "One",
    scorer_refs: [],
    annotators_per_item: 1,
  });
  const items = `/api/annotation_queues/${queue.id}/items`;
  await post(items, { project_id, call_ids: [id], display_fields: [] });
  const found = await post<{ items: { id: string }[] }>(`${items}/query`, { project_id });
  const itemId = found.items[0]?.id ?? "";
  const complete = () =>
    post(`${items}/${itemId}/answer`, {
      project_id,
      annotation_state: "completed",
      revision: 0,
      feedback: [],
    });
  return { project_id, home: `/projects/${project_id}`, itemId, complete };
}
