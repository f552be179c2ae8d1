import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, keyHeaders, SERVICE, test } from "./support/fixtures.ts";

const HOME = `/projects/${SERVICE.project}`;
const TWO = `${HOME}/chat?models=spindle-mini+spindle-mini`;

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

/** What a column said last; it is whole once its thread can be opened. */
function reply(page: Page, letter: string) {
  return page.getByRole("region", { name: `Reply ${letter}`, exact: true }).last();
}

async function answered(page: Page, letter: string): Promise<string> {
  await expect(reply(page, letter).getByText(/\d+ tokens? · seed/)).toBeVisible({ timeout: 30_000 });
  await expect(reply(page, letter).getByRole("button", { name: "Copy" })).toBeVisible();
  const text = await reply(page, letter).getByRole("article").textContent();
  return (text ?? "").replace(`Assistant${letter}`, "").trim();
}

/** Feedback of a type in the project, newest first. */
async function feedbackOf(type: string): Promise<{ weave_ref: string; payload: Record<string, unknown> }[]> {
  const response = await fetch(`${SERVICE.url}/api/feedback/query`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...keyHeaders() },
    body: JSON.stringify({
      project_id: SERVICE.project,
      query: { $expr: { $eq: [{ $getField: "feedback_type" }, { $literal: type }] } },
      sort_by: [{ field: "created_at", direction: "desc" }],
    }),
  });
  return (await response.json()).result;
}

test("models answer the same message with the same seed side by side, and a vote is stored on their calls", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(TWO);
  await expect(page.getByRole("heading", { name: "Ask it something" })).toBeVisible();
  await expectAccessible(page);
  await ask(page, "Where is my parcel?");
  const [a, b] = [await answered(page, "A"), await answered(page, "B")];
  expect(a).toBe(b);
  expect(a).not.toBe("");
  await page.getByRole("log", { name: "Conversation" }).focus();
  await page.keyboard.press("b");
  await expect(page.getByRole("button", { name: "B is better" })).toHaveAttribute("aria-pressed", "true");
  const [vote] = await feedbackOf("spindle.preference.1");
  expect(vote).toMatchObject({
    weave_ref: expect.stringMatching(`^weave:///${SERVICE.project}/call/`),
    payload: {
      verdict: "second",
      second_ref: expect.stringMatching(`^weave:///${SERVICE.project}/call/`),
      strength: null,
    },
  });
  expect(vote?.payload.second_ref).not.toBe(vote?.weave_ref);
  const before = (await feedbackOf("spindle.preference.1")).length;
  await page.getByRole("button", { name: "Equal" }).click();
  await expect(page.getByRole("button", { name: "Equal" })).toHaveAttribute("aria-pressed", "true");
  const after = await feedbackOf("spindle.preference.1");
  expect(after).toHaveLength(before);
  expect(after[0]?.payload.verdict).toBe("tie");
  await expectAccessible(page);

  await ask(page, "And where is the other one?");
  await expect(page.getByRole("region", { name: /^Round: / })).toHaveCount(2);
  await answered(page, "A");
  await answered(page, "B");
  await page.reload();
  await expect(page.getByRole("region", { name: /^Round: / })).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Equal" }).first()).toHaveAttribute("aria-pressed", "true");
  await reply(page, "A").getByRole("link", { name: "Open thread" }).click();
  await page.waitForURL(/\/threads\/playground-/);
  await expect(page.getByText("And where is the other one?").first()).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "New conversation" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Ask it something" })).toBeVisible();
});

test("a blind comparison hides who said what until somebody has voted", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(TWO);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("switch", { name: /^Blind comparison/ }).check();
  await ask(page, "Can I get a refund?");
  await answered(page, "A");
  await answered(page, "B");
  await expect(page.getByText("Hidden until you vote")).toHaveCount(2);
  await expect(page.getByText("spindle-mini")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Open thread" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Both bad" }).click();
  await expect(page.getByText("Hidden until you vote")).toHaveCount(0);
  await expect(reply(page, "A")).toContainText("spindle-mini");
});

test("arrow keys move through token probabilities, which show the alternatives", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(`${HOME}/chat?model=spindle-mini`);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("switch", { name: /^Token probabilities/ }).check();
  await ask(page, "Is the shop open?");
  const said = page.getByRole("article", { name: "Assistant" });
  await expect(page.getByRole("link", { name: "Open thread" })).toBeVisible({ timeout: 30_000 });
  await said.locator("[data-token='0']").focus();
  await expect(said.getByText(/^“.+” [\d.]+ %; else “.+” [\d.<]+/)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(said.locator("[data-token='1']")).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("switch", { name: /^Token probabilities/ })).toBeChecked();
});

test("a message is edited and another reply is asked for, each kept in the thread", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(`${HOME}/chat?model=spindle-mini`);
  await ask(page, "Where is my percel?");
  await expect(page.getByRole("link", { name: "Open thread" })).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Edit the message" }).click();
  await page.getByRole("textbox", { name: "Edited message" }).fill("Where is my parcel?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article", { name: "User" })).toHaveText(/Where is my parcel\?/);
  await expect(page.getByRole("article", { name: "User" })).toHaveCount(1);
  const seed = page.getByText(/ · seed \d+/);
  await expect(page.getByRole("link", { name: "Open thread" })).toBeVisible({ timeout: 30_000 });
  const first = await seed.textContent();
  await page.getByRole("button", { name: "Another reply" }).click();
  await expect(page.getByRole("link", { name: "Open thread" })).toBeVisible({ timeout: 30_000 });
  await expect(seed).not.toHaveText(first ?? "");
  await page.getByRole("link", { name: "Open thread" }).click();
  await page.waitForURL(/\/threads\/playground-/);
  await expect(page.getByText("Where is my percel?").first()).toBeVisible();
});

test("replies are sent to a queue", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(TWO);
  await ask(page, "Is my order late?");
  await answered(page, "A");
  await answered(page, "B");
  await page.getByRole("button", { name: "Send 2 to queue" }).click();
  const dialog = page.getByRole("dialog", { name: "Add 2 calls to a queue" });
  await dialog.getByRole("combobox", { name: /^Queue/ }).click();
  await page.getByRole("option", { name: "New queue…" }).click();
  await dialog.getByLabel("Name of the new queue").fill(`Replies ${crypto.randomUUID()}`);
  await dialog.getByRole("button", { name: "Add to queue" }).click();
  await expect(page.getByText("2 calls added", { exact: true })).toBeVisible();
});

test.describe("a model that is not there", () => {
  test.use({ expectedErrors: [/404/] });

  test("fails alone, and is asked again where it stands", async ({ page, signIn }) => {
    await signIn(page);
    await page.goto(`${HOME}/chat?models=spindle-mini+no-such-model`);
    await ask(page, "Is anyone there?");
    await answered(page, "A");
    await expect(reply(page, "B").getByRole("alert")).toContainText("no-such-model");
    await expectAccessible(page);
    await page.getByRole("combobox", { name: "Model B" }).click();
    await page.getByRole("option", { name: /^spindle-mini/ }).click();
    await reply(page, "B").getByRole("button", { name: "Ask again" }).click();
    expect(await answered(page, "B")).toBe(await answered(page, "A"));
    expect(new URL(page.url()).searchParams.get("models")).toBe("spindle-mini spindle-mini");
  });
});

test("a long reply is stopped with Escape, and the playground fits a phone", async ({ page, signIn }) => {
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(TWO);
  // A server that never ends stands in for a long reply, which the small model does not give.
  await page.route("**/v1/chat/completions", () => {});
  await ask(page, "Say everything you know.");
  await expect(page.getByRole("button", { name: "Stop A", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Stop A", exact: true }).click();
  await expect(reply(page, "A")).toContainText("stopped, not stored");
  await expect(page.getByRole("button", { name: "Stop B", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(reply(page, "B")).toContainText("stopped, not stored");
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
});
