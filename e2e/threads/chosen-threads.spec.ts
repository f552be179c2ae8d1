import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { expect, test } from "../support/fixtures.ts";
import { LONG, storeThreads } from "../support/threads.ts";

/** A project of its own, made by the first call that is stored there. */
const PROJECT = `acme/threads-chosen-${Date.now()}`;
const HOME = `/projects/${PROJECT}/threads`;
const TURNS = 1_000;

test.beforeAll(() => storeThreads(PROJECT, TURNS));

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
