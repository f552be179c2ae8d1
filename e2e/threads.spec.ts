import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, test } from "./support/fixtures.ts";
import { api } from "./support/requests.ts";

/** A project of its own, made by the first call that is stored there. */
const PROJECT = `acme/threads-${Date.now()}`;
const HOME = `/projects/${PROJECT}/threads`;
const LONG = "long-conversation";
const TURNS = 1_000;
const START_MS = Date.parse("2026-01-05T09:00:00Z");

test.beforeAll(async () => {
  const turns = Array.from({ length: TURNS }, (_, i) => aTurn(LONG, i, { durationMs: 500 + i }));
  const short = ["alpha", "beta", "gamma"].flatMap((threadId, i) =>
    Array.from({ length: i + 1 }, (_, place) =>
      aTurn(threadId, place, { durationMs: 100, ...(threadId === "beta" ? { exception: "It broke" } : {}) }),
    ),
  );
  await store([...turns, ...short]);
});

test("the list is narrowed by filters, by number fields and by dragging, and the totals follow", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(HOME);
  await expect(page.getByText("4 threads", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /Thread alpha/ })).toContainText("Question 1 of alpha");

  await page.getByRole("combobox", { name: "Errors" }).click();
  await page.getByRole("option", { name: "With errors" }).click();
  await expect(page.getByText("1 thread", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /Thread beta/ })).toBeVisible();
  await expect(totals(page).getByText("2 · 100.0 %")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();

  await page.getByRole("spinbutton", { name: "Turns of a thread, at most" }).fill("2");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/turns=\.\.2/);
  await expect(page.getByText("2 threads", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByText("4 threads", { exact: true })).toBeVisible();

  await dragOver(page, "Turns of a thread", { from: 0.95, to: 0.99 });
  await expect(page.getByText("1 thread", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(LONG) })).toBeVisible();
  await page.goBack();
});

test("columns, order and filters are one address, which a name opens again", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(HOME);
  await page.getByRole("button", { name: "Columns" }).click();
  const columns = page.getByRole("dialog", { name: "Columns" });
  await columns.getByRole("checkbox", { name: "Last output" }).click();
  await columns.getByRole("checkbox", { name: "Queues" }).click();
  await expect(page.getByRole("columnheader", { name: "Queues" })).toBeVisible();
  await columns.getByRole("button", { name: "Move Turns to the left" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("columnheader", { name: "Turns", exact: true }).getByRole("button").click();
  const expectView = async () => {
    await expect(page.getByRole("columnheader", { name: "Queues" })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Last output" })).toHaveCount(0);
    await expect(page.getByRole("columnheader").nth(2)).toHaveText("Turns");
    await expect(page.getByRole("row").nth(1)).toContainText(LONG);
  };
  await expectView();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByLabel("Save this view as").fill("Long ones");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Everything" }).click();
  await expect(page.getByRole("columnheader", { name: "Last output" })).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Long ones", exact: true }).click();
  await expectView();
  await page.reload();
  await expectView();
});

test("threads are ordered by the p99 of their turn durations, as computed by hand", async ({
  page,
  signIn,
}) => {
  const project = `${PROJECT}-durations`;
  // By the mean, by the median, by the longest or by the number of turns the order would be another one.
  const durations = {
    steady: [400, 400, 400],
    spiky: [10, 10, 10, 10, 910],
    single: [500],
    many: [...Array.from({ length: 199 }, () => 20), 950],
    two: [300, 700],
  };
  await store(
    Object.entries(durations).flatMap(([threadId, all]) =>
      all.map((durationMs, place) => aTurn(threadId, place, { durationMs, project })),
    ),
  );
  const expected = Object.entries(durations)
    .map(([threadId, all]) => ({ threadId, p99: plainP99(all) }))
    .sort((a, b) => b.p99 - a.p99)
    .map(({ threadId, p99 }) => [threadId, `${Math.round(p99)} ms`]);
  await signIn(page);
  await page.goto(`/projects/${project}/threads?cols=thread_id,p99_turn_duration_ms`);
  const header = page.getByRole("columnheader", { name: "p99 of turns" });
  const listedNow = () =>
    page
      .getByRole("row", { name: /^Thread / })
      .evaluateAll((rows) => rows.map((row) => [...row.children].slice(1).map((cell) => cell.textContent)));
  await header.getByRole("button").click();
  await expect.poll(listedNow).toEqual(expected);
  await header.getByRole("button").click();
  await expect.poll(listedNow).toEqual(expected.toReversed());
});

/** The value below which 99 of 100 lie, on the straight line between the two nearest. */
function plainP99(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b);
  const place = 0.99 * (sorted.length - 1);
  const [below = 0, above = below] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  return below + (above - below) * (place % 1);
}

test("in a short window the head of a list leaves with the first rows, and comes back with them", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.setViewportSize({ width: 720, height: 450 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${HOME}/${LONG}`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeInViewport();
  const turns = page.getByRole("region", { name: "Conversation" });
  await expect(turns).toContainText(`Question 1 of ${LONG}`);
  await turns.hover();
  await page.mouse.wheel(0, 400);
  await expect(heading).not.toBeInViewport();
  const box = await turns.boundingBox();
  expect(box?.height).toBeGreaterThan(300);
  await turns.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(heading).toBeInViewport();
  await expectAccessible(page);
});

test("selected threads go into a queue by the keyboard, and the list says where they are", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(`${HOME}?sort=thread_id&dir=asc&cols=thread_id,queues`);
  await expect(page.getByRole("row", { name: /Thread alpha/ })).toBeVisible();
  await selectNext(page, "alpha");
  await selectNext(page, "beta");
  await expect(page.getByText("2 threads selected")).toBeVisible();
  await page.keyboard.press("q");
  const what = page.getByRole("dialog", { name: "Add 2 threads to a queue" });
  await what.getByRole("radio", { name: /The last turn/ }).check();
  await what.getByRole("button", { name: "Choose the queue" }).click();
  const where = page.getByRole("dialog", { name: "Add 2 calls to a queue" });
  await where.getByLabel("Name of the new queue").fill("By keyboard");
  await where.getByRole("button", { name: "Add to queue" }).click();
  await expect(page.getByText("2 calls added", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /Thread beta/ })).toContainText("By keyboard");
  await page.getByRole("combobox", { name: "Queue" }).click();
  await page.getByRole("option", { name: "In no queue" }).click();
  await expect(page.getByRole("row", { name: /Thread gamma/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Thread alpha/ })).toHaveCount(0);
});

test("selected threads leave as one file by the keyboard: a line for each turn, thread by thread", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(`${HOME}?sort=thread_id&dir=asc&turns=1..5`);
  await expect(page.getByRole("row", { name: /Thread alpha/ })).toBeVisible();
  await selectNext(page, "alpha");
  await selectNext(page, "beta");
  await expect(page.getByText("2 threads selected")).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog").getByText("Export their turns as a file")).toBeVisible();
  await page.keyboard.press("Escape");
  const saving = page.waitForEvent("download");
  await page.keyboard.press("e");
  const download = await saving;
  expect(download.suggestedFilename()).toBe(`${PROJECT.split("/")[1]} threads.jsonl`);
  const turns = await turnsIn(download);
  expect(turns.map(({ inputs }) => inputs.messages[0]?.content)).toEqual([
    "Question 1 of alpha",
    "Question 1 of beta",
    "Question 2 of beta",
  ]);
  expect(turns[0]).toMatchObject({ project_id: PROJECT, thread_id: "alpha", op_name: "answer" });
  await expect(page.getByText("3 turns exported", { exact: true })).toBeVisible();
});

test("an export that takes a while shows how far it is, and can be cancelled", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(`${HOME}?ids=${LONG}`);
  await page.getByRole("checkbox", { name: new RegExp(`Thread ${LONG}`) }).check();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/calls/stream_query", async (route) => {
    await promise;
    // The cancelled one cannot continue.
    await route.continue().catch(() => {});
  });
  await page.getByRole("button", { name: "Export" }).click();
  const progress = page.getByRole("region", { name: "Export" });
  await expect(progress.getByText("Exporting 1 thread…")).toBeVisible();
  await expect(progress.getByRole("progressbar", { name: "0 of 1,000 turns, 0 B" })).toBeVisible();
  await expectAccessible(page);
  const stopped = page.waitForEvent("requestfailed");
  await progress.getByRole("button", { name: "Cancel" }).click();
  expect((await stopped).url()).toContain("/calls/stream_query");
  await expect(progress).toHaveCount(0);
  resolve();
  await page.unroute("**/calls/stream_query");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect(await turnsIn(await saving)).toHaveLength(TURNS);
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_RESET/] });

  test("an export that broke off says so and is tried again", async ({ page, signIn }) => {
    await signIn(page);
    await page.goto(`${HOME}?ids=gamma`);
    await page.getByRole("checkbox", { name: /Thread gamma/ }).check();
    await page.route("**/calls/stream_query", (route) => route.abort("connectionreset"));
    await page.getByRole("button", { name: "Export" }).click();
    await expect(page.getByText("The threads could not be exported", { exact: true })).toBeVisible();
    await expect(page.getByText(/Check that it is running and that you are online/).first()).toBeVisible();
    await page.unroute("**/calls/stream_query");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await turnsIn(await saving)).toHaveLength(3);
  });
});

test("words that are no id of a thread are searched in what was said", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(HOME);
  await page.keyboard.press("/");
  await page.keyboard.type("Question 1 of");
  await expect(page.getByText("No thread matches these filters")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Search what was said for “Question 1 of”" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Calls" })).toBeVisible();
  const found = page.getByRole("row").filter({ has: page.locator("mark", { hasText: "Question 1 of" }) });
  await expect(found.first()).toBeVisible();
});

test.describe("where the browser's clock is slow", () => {
  test.use({ coldCache: true });

  test("new threads are announced and never move the list", async ({ page, signIn }) => {
    await signIn(page);
    // What the browser read is newer than what came with the page, whatever its clock says.
    await page.clock.setSystemTime(Date.now() - 600_000);
    await page.goto(`${HOME}?ids=news`);
    await expect(page.getByText("No thread matches these filters")).toBeVisible();
    await page.goto(HOME);
    await expect(page.getByRole("row").nth(1)).toContainText(LONG);
    await store([aTurn("news-1", 0, { startMs: Date.now() }), aTurn("news-2", 0, { startMs: Date.now() })]);
    const pill = page.getByRole("button", { name: "2 new — show" });
    await expect(pill).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toContainText(LONG);
    await pill.click();
    await expect(page.getByRole("row", { name: /Thread news-1/ })).toBeVisible();
    await expect(pill).toHaveCount(0);
  });
});

test("a thread of 1,000 turns is walked, jumped in and judged by the keyboard, and keeps its place", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(`${HOME}/${LONG}`);
  await expect(turn(page, 1)).toContainText("Question 1 of");
  await page.keyboard.press("ArrowDown");
  await expect(listed(page, 2)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("ArrowUp");
  await expect(listed(page, 1)).toHaveAttribute("aria-current", "true");

  await page.getByLabel("Go to turn, of 1,000").fill("700");
  await page.keyboard.press("Enter");
  await expect(turn(page, 700)).toContainText("Question 700 of");
  await expect(listed(page, 700)).toHaveAttribute("aria-current", "true");
  await expect(turn(page, 1)).toHaveCount(0);
  expect(await page.getByRole("article").count()).toBeLessThan(40);

  await page.getByRole("region", { name: "Conversation" }).focus();
  await page.keyboard.press("+");
  await expect(page.getByRole("button", { name: /Thumbs up for turn 700, 1/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("-");
  await expect(page.getByRole("button", { name: /Thumbs up for turn 700, 0/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /Thumbs down for turn 700, 1/ })).toBeVisible();

  const region = page.getByRole("region", { name: "Conversation" });
  const before = await region.evaluate((element) => element.scrollTop);
  await page.keyboard.press("Enter");
  const call = page.getByRole("dialog", { name: /^Call / });
  await expect(call.getByRole("tab", { name: "Data" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(call).toHaveCount(0);
  expect(await region.evaluate((element) => element.scrollTop)).toBe(before);

  await page.goto(`${HOME}`);
  await page.goto(`${HOME}/${LONG}`);
  await expect(listed(page, 700)).toHaveAttribute("aria-current", "true");
  await expect(turn(page, 700)).toContainText("Question 700 of");
});

test("scrolling the conversation moves the list of turns along", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(`${HOME}/${LONG}`);
  await expect(turn(page, 1)).toContainText("Question 1 of");
  await turn(page, 1).hover();
  await page.mouse.wheel(0, 6_000);
  const current = page.getByRole("navigation", { name: "Turns" }).locator("[aria-current=true]");
  await expect(current).not.toHaveAccessibleName(/^Turn 1\b/);
  const number = Number(/Turn (\d+)/.exec((await current.textContent()) ?? "")?.[1]);
  expect(number).toBeGreaterThan(5);
  await expect(turn(page, number)).toBeInViewport();
});

test("a phone has the turns and the totals in sheets", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto(`${HOME}?turns=1..5`);
  await expect(page.getByText("Question 1 of alpha").first()).toBeInViewport();
  await page.getByRole("button", { name: "Totals" }).click();
  await expect(page.getByRole("dialog", { name: "Totals" }).getByText("Turns per thread")).toBeVisible();
  await page.goto(`${HOME}/${LONG}`);
  await page.getByRole("button", { name: "Turns", exact: true }).click();
  await page.getByRole("button", { name: /^Turn 4\b/ }).click();
  await expect(page.getByLabel("Go to turn, of 1,000")).toHaveValue("4");
  await expect(turn(page, 4)).toBeInViewport();
  await expectNoOverflow(page);
});

test("axe finds nothing on the list and on a thread", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(`${HOME}?turns=1..5`);
  await expect(page.getByRole("row", { name: /Thread alpha/ })).toContainText("Question 1 of alpha");
  await expectAccessible(page);
  await page.goto(`${HOME}/${LONG}`);
  await expect(turn(page, 1)).toContainText("Question 1 of");
  await expectAccessible(page);
});

/** Goes down to the thread by the keyboard and selects it. A row has the focus only after the next frame. */
async function selectNext(page: Page, threadId: string): Promise<void> {
  const row = page.getByRole("row", { name: new RegExp(`Thread ${threadId}`) });
  // What the server has drawn is read before it takes keys; a person presses them again.
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(row).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Space");
}

type Line = { project_id: string; thread_id: string; inputs: { messages: { content: string }[] } };

async function turnsIn(download: Download): Promise<Line[]> {
  const text = await readFile(await download.path(), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function totals(page: Page) {
  return page.getByRole("complementary", { name: "Totals" });
}

/** A turn of the conversation, by its number from 1. */
function turn(page: Page, number: number) {
  return page.getByRole("article", { name: `Turn ${number}`, exact: true });
}

/** The line of a turn in the list of turns. */
function listed(page: Page, number: number) {
  return page
    .getByRole("navigation", { name: "Turns" })
    .getByRole("button", { name: new RegExp(`^Turn ${number}\\b`) });
}

/** Drags over the bars of a histogram, between two shares of its width. */
async function dragOver(page: Page, name: string, { from, to }: { from: number; to: number }) {
  const bars = page.getByRole("group", { name }).getByRole("img");
  const box = await bars.boundingBox();
  if (!box) throw new Error(`The histogram ${name} is not drawn`);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, y);
  await page.mouse.up();
}

type Given = { durationMs?: number; exception?: string; startMs?: number; project?: string };

/** An ended turn of a thread as it travels in a batch: its start and its end. */
function aTurn(threadId: string, place: number, given: Given = {}) {
  const { durationMs = 100, exception, startMs = START_MS, project = PROJECT } = given;
  const id = `${threadId}-${place}-${Date.now()}`;
  const startedAt = startMs + place * 10_000;
  const content = `Question ${place + 1} of ${threadId}`;
  const start = {
    project_id: project,
    ...{ id, trace_id: id, op_name: "answer", thread_id: threadId, turn_id: id },
    started_at: new Date(startedAt).toISOString(),
    attributes: {},
    inputs: { messages: [{ role: "user", content }] },
  };
  const end = {
    project_id: project,
    id,
    ended_at: new Date(startedAt + durationMs).toISOString(),
    output: { choices: [{ message: { role: "assistant", content: `Answer ${place + 1}` } }] },
    summary: {},
    ...(exception ? { exception } : {}),
  };
  return [
    { mode: "start", req: { start } },
    { mode: "end", req: { end } },
  ];
}

async function store(turns: ReturnType<typeof aTurn>[]): Promise<void> {
  for (let from = 0; from < turns.length; from += 250) {
    const batch = turns.slice(from, from + 250).flat();
    expect((await api("/api/call/upsert_batch", { batch })).status).toBe(200);
  }
}
