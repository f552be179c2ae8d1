import { randomUUID } from "node:crypto";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { aBatchOf, aCall, api } from "./support/requests.ts";

const PAGE = `/projects/${SERVICE.project}/feedback`;

test("Feedback is found by kind and words, looked at whole, and one's own is deleted", async ({
  page,
  signIn,
}) => {
  const word = `word-${randomUUID()}`;
  const call = aCall({ messages: [{ role: "user", content: "Where is it?" }] });
  expect((await api("/api/call/upsert_batch", aBatchOf(call))).status).toBe(200);
  const about = {
    project_id: SERVICE.project,
    weave_ref: `weave:///${SERVICE.project}/call/${call.id}`,
  };
  for (const item of [
    { feedback_type: "wandb.note.1", payload: { note: `A note with ${word}` } },
    { feedback_type: "latency.check", payload: { words: word, ms: 812 } },
  ])
    expect((await api("/api/feedback/create", { ...about, ...item })).status).toBe(200);

  await signIn(page);
  await page.goto(PAGE);
  await page.getByRole("searchbox", { name: "Search in values" }).fill(word);
  await page.keyboard.press("Enter");
  const rows = page.getByRole("row", { name: new RegExp(word) });
  await expect(rows).toHaveCount(2);
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Notes" }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("You");

  await rows.first().click();
  const detail = page.getByRole("dialog", { name: "Feedback" });
  await expect(detail.getByRole("link", { name: "Open the call" })).toHaveAttribute(
    "href",
    new RegExp(call.id),
  );
  await page.reload();
  await detail.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No feedback matches these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await page.getByRole("searchbox", { name: "Search in values" }).fill(word);
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(1);
});
