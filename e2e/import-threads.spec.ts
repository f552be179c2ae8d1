import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, test } from "./support/fixtures.ts";
import { post } from "./support/queues.ts";
import { api } from "./support/requests.ts";

const PROJECT = `acme/import-${Date.now()}`;
const HOME = `/projects/${PROJECT}/threads`;

test.beforeAll(async () => {
  // The project is made by its first call, which goes again.
  const at = "2026-01-05T09:00:00Z";
  const batch = [
    {
      project_id: PROJECT,
      id: "first",
      trace_id: "t",
      op_name: "answer",
      started_at: at,
      ended_at: at,
      attributes: {},
      inputs: {},
      output: null,
    },
  ];
  await api(`/api/v2/${PROJECT}/calls/complete`, { batch });
});

/** Drops a file on the page as a file manager does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([name = "", text = ""]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    },
    [name, text],
  );
  const place = page.locator("[data-drop=conversations]");
  // As browsers do while a file is held above the page; the page may not hear the first yet.
  await expect(async () => {
    await place.dispatchEvent("dragover", { dataTransfer: data });
    await expect(page.getByText("Drop conversations to import them")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await place.dispatchEvent("drop", { dataTransfer: data });
}

test("while threads are chosen for a queue, an import that went well offers no other way into queues", async ({
  page,
  signIn,
}) => {
  const { id } = await post("/api/annotation_queues", {
    ...{ project_id: PROJECT, name: "Labels", scorer_refs: [] },
  });
  await signIn(page);
  await page.goto(`${HOME}?into=${id}`);
  const choosing = page.getByRole("region", { name: "Choosing for a queue" });
  await expect(choosing).toContainText("Choose what goes into “Labels”.");
  const [, , short = ""] = (await readFile("examples/conversations.jsonl", "utf8")).split("\n");
  await drop(page, "one.jsonl", `${short}\n`);
  await page.getByRole("button", { name: "Import 1 thread" }).click();
  await expect(page.getByRole("row", { name: /^Thread / }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Import", exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add to queue" })).toHaveCount(0);
  await choosing.getByRole("button", { name: "Stop choosing" }).click();
  const done = page.getByRole("region", { name: "Import", exact: true });
  await expect(done).toContainText("1 thread imported");
  await done.getByRole("button", { name: "Undo" }).click();
  await expect(done).toHaveCount(0);
});

test.describe("an import whose service fails in between", () => {
  test.use({ expectedErrors: [/status of 422/] });

  test("a dropped file is previewed, imported, continued, undone and imported again", async ({
    page,
    signIn,
  }) => {
    const example = await readFile("examples/conversations.jsonl", "utf8");
    await signIn(page);
    await page.goto(HOME);
    await expect(page.getByRole("button", { name: "Import conversations" })).toBeVisible();
    await expectAccessible(page);
    await drop(page, "shop.jsonl", `${example}{"messages": 1}\n`);
    const dialog = page.getByRole("dialog", { name: "Import conversations" });
    await expect(dialog.getByText(/^36 threads with \d+ turns and \d+ calls inside them/)).toBeVisible();
    await expect(dialog.getByText("Where is my parcel? The order is LL-2041.")).toBeVisible();
    await expect(dialog.getByText("1 record left out, and why")).toBeVisible();
    await expect(dialog.getByText('line 37: "messages" is not a list of messages')).toBeVisible();
    await dialog.getByRole("button", { name: "Conversation 2" }).click();
    await expect(dialog.getByText("I ordered the brass lamp and got the copper one.")).toBeVisible();
    await expectAccessible(page, "[role=dialog]");

    await page.route("**/api/calls/stream_query", (route) =>
      route.fulfill({ status: 422, json: { detail: "Not now" } }),
    );
    await dialog.getByRole("button", { name: "Import 36 threads" }).click();
    const bar = page.getByRole("region", { name: "Import" });
    await expect(bar.getByRole("alert")).toHaveText("Not now.");
    await page.unroute("**/api/calls/stream_query");
    await bar.getByRole("button", { name: "Resume" }).click();
    await expect(bar.getByText("36 threads imported")).toBeVisible();
    await expect(page.getByRole("row", { name: /Thread example-wrong-language/ })).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);

    await bar.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("The import of 36 threads was undone", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Import conversations" })).toBeVisible();

    await page.getByLabel("Files of conversations").first().setInputFiles("examples/conversations.jsonl");
    await dialog.getByRole("button", { name: "Import 36 threads" }).click();
    await expect(bar.getByText("36 threads imported")).toBeVisible();
    await bar.getByRole("button", { name: "Add to queue" }).click();
    await expect(page.getByRole("dialog", { name: "Add 36 threads to a queue" })).toBeVisible();
    await page.keyboard.press("Escape");

    await drop(page, "again.jsonl", example);
    await dialog.getByRole("button", { name: "Import 36 threads" }).click();
    await expect(bar.getByText("0 threads imported")).toBeVisible();
    await expect(bar.getByText(/calls already there/)).toBeVisible();
    await drop(page, "table.csv", "a,b\n".repeat(30));
    await expect(dialog.getByText(/it looks like a table, such as CSV/)).toBeVisible();
    await page.keyboard.press("Escape");
    await drop(page, "nothing.jsonl", "");
    await expect(dialog.getByText("nothing.jsonl: it is empty")).toBeVisible();
    await page.keyboard.press("Escape");
    await drop(page, "photo.jsonl", "\u0089PNG".repeat(9));
    await expect(dialog.getByText("1 record left out, and why")).toBeVisible();
  });
});

test("an import that is cancelled in the middle says what it stored, outlives its page, and is undone to the last call", async ({
  page,
  signIn,
}) => {
  const before = await countCalls();
  const lines = Array.from({ length: 250 }, (_, i) => {
    const messages = [
      { role: "user", content: `Question ${i}` },
      { role: "assistant", content: "Answer" },
    ];
    return JSON.stringify({ thread_id: `cancelled-${i}`, messages });
  });
  await signIn(page);
  await page.goto(HOME);
  await drop(page, "many.jsonl", lines.join("\n"));
  const bar = page.getByRole("region", { name: "Import", exact: true });
  let batches = 0;
  await page.route("**/calls/complete", async (route) => {
    batches += 1;
    if (batches === 2) {
      await expect(bar.getByRole("progressbar", { name: /^\d.* of \d.*B$/ })).toBeVisible();
      await bar.getByRole("button", { name: "Cancel" }).click();
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "Import 250 threads" }).click();
  await expect(bar.getByRole("status")).toHaveText("200 threads imported · cancelled");
  expect(await countCalls()).toBe(before + 200);

  await bar.getByRole("button", { name: "Resume" }).click();
  await expect(bar.getByRole("status")).toHaveText("250 threads imported");
  expect([batches, await countCalls()]).toEqual([3, before + 250]);
  const places = page.getByRole("navigation", { name: "Project pages" });
  await places.getByRole("link", { name: "Calls" }).click();
  await expect(page.getByRole("heading", { name: "Calls" })).toBeVisible();
  await places.getByRole("link", { name: "Threads" }).click();
  await bar.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The import of 250 threads was undone", { exact: true })).toBeVisible();
  expect(await countCalls()).toBe(before);
});

async function countCalls(): Promise<number> {
  return (await (await api("/api/calls/query_stats", { project_id: PROJECT })).json()).count;
}
