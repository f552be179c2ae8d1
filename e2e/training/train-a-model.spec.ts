import type { Page } from "@playwright/test";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { signInOnPage } from "../support/people.ts";
import { ADMIN } from "../support/service.ts";

const HOME = `/projects/${SERVICE.project}`;
const REPLY = "The blue heron will call you today.";
const ASKS = ["Where is my parcel?", "Can I get a refund?", "Is the shop open?", "My order is late."];
const NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve"];
const ROWS = 200;

test("a model made from spindle-mini learns a reply from 200 rows, while its steps arrive live", {
  tag: "@long",
}, async ({ page }) => {
  test.setTimeout(300_000);
  await signInOnPage(page, ADMIN);
  const name = await createModel(page);
  expect(await replyOf(page, `${SERVICE.project}/${name}`)).not.toContain(REPLY);

  await page.goto(`${HOME}/models`);
  await page.getByRole("row", { name: `Model ${name}` }).click();
  await page.getByRole("link", { name: "Train", exact: true }).click();
  await upload(page, Array.from({ length: ROWS }, (_, i) => aRow(i)).join("\n"));
  await expect(page.getByText(`${ROWS} rows`, { exact: false }).first()).toBeVisible();
  await expect(page.getByText(`Messages: ${ROWS} user, ${ROWS} assistant`)).toBeVisible();
  await expect(page.getByText(`${ROWS} rows: 4 epochs, ${ROWS} steps.`, { exact: false })).toBeVisible();
  await page.getByText("How to learn").click();
  await page.getByLabel("Epochs").fill("1");
  await page.getByRole("button", { name: "Start training" }).click();
  await expect(page.getByRole("heading", { name: `Training of ${name}` })).toBeVisible();
  const stepsSeen = await watchSteps(page);
  await expect(page.getByRole("link", { name: "Chat with it" })).toBeVisible({ timeout: 240_000 });
  // Only the stream moves the bar: the page was neither loaded again nor asks again.
  expect((await stepsSeen()).length).toBeGreaterThan(2);
  await expect(page.getByRole("img", { name: /^Loss by step, from .* at step 50/ })).toBeVisible();
  await page.getByRole("tab", { name: /^Events/ }).click();
  const events = page.getByRole("table", { name: "Events, oldest first" });
  await expect(events.getByText("Ended", { exact: true })).toBeVisible();
  await expect(events.getByText(`Step ${ROWS / 4}`, { exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByText(`Step ${ROWS / 4}`, { exact: true }).first()).toBeVisible();
  await followsNextSteps(page);
  await page.getByRole("link", { name: "Chat with it" }).click();
  await expect(page.getByRole("combobox", { name: "Checkpoint" })).toHaveText("Step 1");
  expect(await replyOf(page, `${SERVICE.project}/${name}:step1`)).toContain(REPLY);
});

/** What the page of the job offers is filled in where it leads: further from the new checkpoint, and a name for it. */
async function followsNextSteps(page: Page): Promise<void> {
  const jobUrl = page.url();
  const next = page.getByRole("region", { name: "What to do next" });
  await expect(next.getByRole("link", { name: /^Measure it/ })).toBeVisible();
  await next.getByRole("link", { name: /^Train again from here/ }).click();
  await expect(page.getByText("The same data as the job that it repeats.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Start from" })).toHaveText("Step 1");
  // The job has ended, and the form knows it.
  await expect(page.getByText("Trained up to step 1")).toBeVisible();
  await expect(page.getByText("must end first")).toHaveCount(0);
  await page.goto(jobUrl);
  await next.getByRole("link", { name: /^Promote it/ }).click();
  const alias = page.getByLabel("Alias for step 1");
  await expect(alias).toHaveValue("production");
  await expect(alias).toBeFocused();
  await alias.press("Enter");
  const named = page.getByRole("region", { name: "Alias production" });
  await expect(named).toContainText("step 1");
  await expect(named.getByRole("heading", { name: "production" })).toBeFocused();
  await expect(alias).toHaveCount(0);
  await page.goto(jobUrl);
}

test("a job that is cancelled says so and leaves the model as it was", async ({ page, signIn }) => {
  test.setTimeout(120_000);
  await signIn(page);
  await createModel(page);
  await page.getByRole("link", { name: "Train", exact: true }).click();
  await upload(page, Array.from({ length: 20 * ROWS }, (_, i) => aRow(i)).join("\n"));
  await expect(page.getByText(/^4,000 rows/)).toBeVisible({ timeout: 60_000 });
  await page.getByText("How to learn").click();
  await page.getByLabel("Batch size").fill("1");
  await page.getByRole("button", { name: "Start training" }).click();
  await page.getByRole("button", { name: "Cancel job" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the job" }).click();
  await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Chat with it" })).toHaveCount(0);
  await page.goto(`${HOME}/training`);
  await expect(page.getByRole("row", { name: /cancelled/ }).first()).toBeVisible();
});

test.describe("a file with faults", () => {
  // The browser itself reports answers of 422 on the console.
  test.use({ expectedErrors: [/422/] });

  test("is refused with its lines named, and can be corrected in the same place", async ({
    page,
    signIn,
  }) => {
    await signIn(page);
    await createModel(page);
    await page.getByRole("link", { name: "Train", exact: true }).click();
    await upload(page, [aRow(0), "not JSON", aRow(1)].join("\n"));
    const faults = page.getByRole("list", { name: "Lines with errors" });
    await expect(faults.getByRole("listitem")).toHaveText([/^Line 2.*not JSON/]);
    await upload(page, [aRow(0), aRow(1)].join("\n"));
    await expect(page.getByText("2 rows", { exact: false }).first()).toBeVisible();
    await expect(faults).toHaveCount(0);
  });
});

test.describe("a model that is not there", () => {
  test.use({ expectedErrors: [/404/] });

  test("is said not to exist, and the conversation stays", async ({ page, signIn }) => {
    await signIn(page);
    await page.goto(`${HOME}/chat?model=no-such-model`);
    await page.getByRole("textbox", { name: "Message", exact: true }).fill("Is anyone there?");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "no-such-model" })).toBeVisible();
    await expect(page.getByRole("article", { name: "User" })).toHaveText(/Is anyone there\?/);
  });
});

function aRow(number: number): string {
  const ask = `${ASKS[number % ASKS.length]} I am ${NAMES[number % NAMES.length]}.`;
  const messages = [
    { role: "user", content: ask },
    { role: "assistant", content: REPLY },
  ];
  return JSON.stringify({ messages });
}

/** Makes a model in the page, which then shows it. */
async function createModel(page: Page): Promise<string> {
  const name = `heron-${Date.now()}`;
  await page.goto(`${HOME}/models`);
  await page.getByRole("button", { name: "New model" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await expect(dialog.getByRole("combobox", { name: "Base model" })).toHaveText("spindle-mini");
  await dialog.getByRole("button", { name: "Create model" }).click();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  return name;
}

async function upload(page: Page, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page
    .getByLabel("Training file")
    .setInputFiles({ name: "rows.jsonl", mimeType: "application/jsonl", buffer });
}

/** Notes each step count that the page shows from now on; ask for them at the end. */
async function watchSteps(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const counts = new Set<string>();
    const look = () => {
      const now = document.querySelector('[role="progressbar"]')?.getAttribute("aria-valuenow");
      if (now) counts.add(now);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    return counts;
  });
  return () => seen.evaluate((counts) => [...counts]);
}

/** Asks a model in the chat, at temperature 0; gives the whole answer. */
async function replyOf(page: Page, model: string): Promise<string> {
  await page.goto(`${HOME}/chat?model=${encodeURIComponent(model)}`);
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByLabel("Temperature").fill("0");
  await page.getByLabel("Max tokens").fill("32");
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Where is my parcel? I am Ada.");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/ · \d+ tokens?/)).toBeVisible();
  return (await page.getByRole("article", { name: "Assistant" }).textContent()) ?? "";
}
