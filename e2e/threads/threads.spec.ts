import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { expect, test } from "../support/fixtures.ts";
import { aTurn, LONG, storeThreads, storeTurns } from "../support/threads.ts";

/** A project of its own, made by the first call that is stored there. */
const PROJECT = `acme/threads-${Date.now()}`;
const HOME = `/projects/${PROJECT}/threads`;
const TURNS = 1_000;

test.beforeAll(() => storeThreads(PROJECT, TURNS));

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
  await storeTurns(
    Object.entries(durations).flatMap(([threadId, all]) =>
      all.map((durationMs, place) => aTurn(project, threadId, place, { durationMs })),
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
    await storeTurns([
      aTurn(PROJECT, "news-1", 0, { startMs: Date.now() }),
      aTurn(PROJECT, "news-2", 0, { startMs: Date.now() }),
    ]);
    const pill = page.getByRole("button", { name: "2 new — show" });
    await expect(pill).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toContainText(LONG);
    await pill.click();
    await expect(page.getByRole("row", { name: /Thread news-1/ })).toBeVisible();
    await expect(pill).toHaveCount(0);
  });
});

function totals(page: Page) {
  return page.getByRole("complementary", { name: "Totals" });
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
