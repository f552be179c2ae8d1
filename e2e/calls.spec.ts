import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, test } from "./support/fixtures.ts";
import { api } from "./support/requests.ts";

/** A project of its own, made by the first call that is stored there. */
const PROJECT = `acme/calls-${Date.now()}`;
const HOME = `/projects/${PROJECT}/calls`;
const MATCHING = 703;
const OTHERS = 120;

test.beforeAll(async () => {
  const batch = Array.from({ length: MATCHING + OTHERS }, (_, i) => aCall(i));
  const response = await api(`/api/v2/${PROJECT}/calls/complete`, { batch });
  expect(await response.json()).toEqual({});
});

test("search, columns and views distinguish calls; all that match a search, or a random few, go into a queue", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(HOME);
  const first = page.getByRole("row").nth(1);
  await expect(first).toContainText(`May I look around, number ${MATCHING + OTHERS - 1}?`);
  await expect(first).toContainText("Look at anything.");
  await expect(first).toContainText("17");

  await page.getByRole("button", { name: "Columns" }).click();
  const columns = page.getByRole("dialog", { name: "Columns" });
  await columns.getByRole("checkbox", { name: "Cost" }).click();
  await columns.getByRole("checkbox", { name: "Queues" }).click();
  await columns.getByRole("checkbox", { name: "Started" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search in inputs and output" }).fill("REFUND");
  await expect(page.locator("mark").first()).toHaveText("refund");
  await expect(page.getByRole("row").nth(1)).toContainText("$0.25");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByLabel("Save this view as").fill("Refunds");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Everything" }).click();
  await expect(page.locator("mark")).toHaveCount(0);
  await expect(page.getByRole("columnheader", { name: "Queues" })).toHaveCount(0);
  await page.getByRole("button", { name: "Refunds", exact: true }).click();
  await expect(page.locator("mark").first()).toHaveText("refund");
  await expect(page.getByRole("columnheader", { name: "Started" })).toHaveCount(0);

  await page.getByRole("button", { name: "Select", exact: true }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: `All ${MATCHING} that match` }).click();
  await expect(page.getByText(`${MATCHING} calls selected`)).toBeVisible();
  await addToNewQueue(page, "All of them");
  await expect(page.getByText(`${MATCHING} calls added`, { exact: true })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("All of them");
  expect(await itemsIn("All of them")).toHaveLength(MATCHING);

  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("spinbutton", { name: "How many at random" }).fill("40");
  await page.keyboard.press("Enter");
  await expect(page.getByText("40 calls selected")).toBeVisible();
  await expect(page.getByText(/^To draw the same ones again, .* with the seed \d+/)).toBeVisible();
  await addToNewQueue(page, "A few");
  await expect(page.getByText("40 calls added", { exact: true })).toBeVisible();
  const drawn = await itemsIn("A few");
  expect(new Set(drawn).size).toBe(40);
  expect(drawn.every((id) => Number(id.split("-").at(-1)) < MATCHING)).toBe(true);
});

test("a phone shows the words of calls, and of a queue's items, below each other", async ({
  browser,
  signIn,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signIn(page);
  await page.goto(`${HOME}?q=refund`);
  await expect(page.locator("mark").first()).toHaveText("refund");
  await expect(page.getByRole("columnheader")).toHaveText(["Select 100 rows", "Words", "Status"]);
  await expectNoOverflow(page);
  await expectAccessible(page);
  const { id } = await queueOfOne();
  await page.goto(`/projects/${PROJECT}/queues/${id}/items`);
  await expect(page.getByRole("row").nth(1)).toContainText("May I have a refund, number 0?");
  await expectNoOverflow(page);
  await context.close();
});

test("new calls are counted wherever they stand, batch by batch, and the number goes when they are shown", async ({
  page,
  signIn,
}) => {
  const project = `${PROJECT}-news`;
  const send = async (from: number, to: number) => {
    const batch = Array.from({ length: to - from }, (_, i) => aCall(from + i));
    expect((await api(`/api/v2/${project}/calls/complete`, { batch })).status).toBe(200);
  };
  // The list shows a hundred; what came after them may have been made before them.
  await send(500, 650);
  await signIn(page);
  await page.goto(`/projects/${project}/calls`);
  await expect(page.getByText("150 calls", { exact: true })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("number 649?");
  await send(650, 652);
  await expect(page.getByRole("button", { name: "2 new — show" })).toBeVisible();
  for (const from of [100, 200, 300]) await send(from, from + 50);
  const pill = page.getByRole("button", { name: "152 new — show" });
  await expect(pill).toBeVisible();
  await pill.click();
  await expect(page.getByText("302 calls", { exact: true })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("number 651?");
  await expect(page.getByRole("button", { name: /new — show/ })).toHaveCount(0);
  await send(400, 405);
  await page.getByRole("button", { name: "5 new — show" }).click();
  await expect(page.getByText("307 calls", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /new — show/ })).toHaveCount(0);
});

function aCall(i: number) {
  const question = i < MATCHING ? `May I have a refund, number ${i}?` : `May I look around, number ${i}?`;
  const startMs = Date.parse("2026-01-05T09:00:00Z") + i * 1_000;
  return {
    id: `call-${i}`,
    trace_id: `trace-${i}`,
    op_name: "answer",
    started_at: new Date(startMs).toISOString(),
    ended_at: new Date(startMs + 500).toISOString(),
    attributes: {},
    inputs: { messages: [{ role: "user", content: question }] },
    output: { role: "assistant", content: i < MATCHING ? "Of course." : "Look at anything." },
    summary: { usage: { tiny: { prompt_tokens: 12, completion_tokens: 5, cost: 0.25 } } },
  };
}

async function addToNewQueue(page: Page, name: string): Promise<void> {
  await page.keyboard.press("q");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("combobox", { name: "Queue" })).toBeFocused();
  await dialog.getByRole("combobox", { name: "Queue" }).click();
  await page.getByRole("option", { name: "New queue…" }).click();
  await dialog.getByLabel("Name of the new queue").fill(name);
  await dialog.getByRole("button", { name: "Add to queue" }).click();
  await expect(dialog).toHaveCount(0);
}

async function itemsIn(name: string): Promise<string[]> {
  const asked = { project_id: PROJECT };
  const lines = (await (await api("/api/annotation_queues/query", asked)).text()).trim().split("\n");
  const queues = lines.map((line) => JSON.parse(line) as { id: string; name: string });
  const queue = queues.find((one) => one.name === name);
  const items = await api(`/api/annotation_queues/${queue?.id}/items/query`, asked);
  return ((await items.json()) as { items: { call_id: string }[] }).items.map((item) => item.call_id);
}

async function queueOfOne(): Promise<{ id: string }> {
  const made = await api("/api/annotation_queues", { project_id: PROJECT, name: "One", scorer_refs: [] });
  const { id } = (await made.json()) as { id: string };
  await api(`/api/annotation_queues/${id}/items`, {
    project_id: PROJECT,
    call_ids: ["call-0"],
    display_fields: [],
  });
  return { id };
}
