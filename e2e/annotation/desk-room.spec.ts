import type { Locator } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { aWorker } from "../support/annotators.ts";
import { inDatabase } from "../support/database.ts";
import { expect, test } from "../support/fixtures.ts";
import { AGENT_CALL, callRegion, openDesk, payloadsIn, queueOf, recordCalls } from "../support/judged.ts";
import { signInOnPage } from "../support/people.ts";
import { isSaved } from "../support/queues.ts";

const QUESTIONS = ["Correct?", "Kind?", "Complete?", "Short?", "Safe?", "Would you send it?"].map((name) => ({
  name,
  schema: { type: "boolean" },
}));

test.beforeEach(async ({ page, signIn }) => signIn(page));

for (const [where, width, height] of [
  ["a window that is zoomed to 200 %", 720, 450],
  ["a phone", 390, 844],
  ["a tall tablet", 800, 1180],
] as const)
  test(`What is judged keeps two fifths of ${where}, and the form never covers it`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const callIds = await recordCalls([
      AGENT_CALL,
      { inputs: { question: "Hi" }, output: "Nothing to look up." },
    ]);
    const { desk } = await queueOf({ callIds, specs: QUESTIONS, description: "# Read first\n\n".repeat(30) });
    await openDesk(page, desk);
    const text = page.locator("[data-call-scroll]");
    const judged = callRegion(page).getByRole("region", { name: "You are judging this" });
    await judged.scrollIntoViewIfNeeded();
    const [seen, form, answer] = await Promise.all([
      text.boundingBox(),
      page.getByRole("region", { name: "Your answers" }).boundingBox(),
      judged.boundingBox(),
    ]);
    expect(seen?.height).toBeGreaterThanOrEqual(0.4 * height);
    const isBeside = (form?.x ?? 0) >= (seen?.x ?? 0) + (seen?.width ?? 0) - 1;
    const isBelow = (form?.y ?? 0) >= (seen?.y ?? 0) + (seen?.height ?? 0) - 1;
    expect(isBeside || isBelow).toBe(true);
    expect((answer?.y ?? 0) + (answer?.height ?? 0)).toBeLessThanOrEqual(
      (seen?.y ?? 0) + (seen?.height ?? 0) + 1,
    );
    // Also what is asked last can be reached.
    await page.getByRole("group", { name: "Would you send it?" }).getByRole("radio", { name: "No" }).check();
    const submit = page.getByRole("button", { name: "Submit and next" });
    await expect(submit).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, "[data-desk]");
    // Uses keys: a notice covers the buttons by now.
    await page.keyboard.press("j");
    await expect(callRegion(page).getByText("Nothing to look up.")).toBeVisible();
    await page.keyboard.press("n");
    await expect(page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem")).toBeVisible();
    for (const name of ["Submit and next", "Skip"])
      await page.getByRole("button", { name, exact: true }).click({ trial: true });
  });

test("Six questions take six digits and one key to submit; guidelines fold once an item was done under them, and undo brings all of it back", async ({
  page,
}) => {
  const callIds = await recordCalls(Array.from({ length: 3 }, () => AGENT_CALL));
  const { id, desk } = await queueOf({
    callIds,
    specs: QUESTIONS,
    description: "Judge **the last answer** only.",
  });
  await openDesk(page, desk);
  const guidelines = page.getByRole("region", { name: "Guidelines" });
  await expect(guidelines).toBeVisible();
  for (const digit of ["1", "2", "1", "2", "1", "2"]) await page.keyboard.press(digit);
  const last = page.getByRole("group", { name: "Would you send it?" });
  // The focus ring follows the choice, and a slip of the finger can be corrected.
  await expect(last.getByRole("radio", { name: "No" })).toBeFocused();
  await page.keyboard.press("1");
  await expect(last.getByRole("radio", { name: "Yes" })).toBeFocused();
  await page.keyboard.press("Enter");
  await isSaved(page);
  await expect(guidelines).toBeHidden();
  const said = (await payloadsIn(id)).map(({ payload }) => payload.value);
  expect(said.filter((value) => value === true)).toHaveLength(4);
  expect(said.filter((value) => value === false)).toHaveLength(2);
  await page.keyboard.press("z");
  await expect(last.getByRole("radio", { name: "Yes" })).toBeChecked();
  await page.reload();
  await expect(last).toBeVisible();
  await expect(guidelines).toBeHidden();
  const settings = page.getByRole("button", { name: "Settings of the desk" });
  await settings.click();
  await page.getByRole("menuitemcheckbox", { name: "A digit moves to the next question" }).click();
  await page.keyboard.press("Escape");
  // A menu gives the focus back a moment after it was closed, and would take it from the question.
  await expect(settings).toBeFocused();
  await page.getByRole("group", { name: "Correct?" }).getByRole("radio", { name: "Yes" }).focus();
  await page.keyboard.press("2");
  await expect(
    page.getByRole("group", { name: "Correct?" }).getByRole("radio", { name: "No" }),
  ).toBeFocused();
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("With plenty of items, an hour of them is reserved and counted; looking ahead reserves no more", async ({
    page,
  }) => {
    const callIds = await recordCalls(Array.from({ length: 45 }, () => AGENT_CALL));
    const { desk } = await queueOf({ callIds, specs: QUESTIONS.slice(0, 2) });
    await openDesk(page, desk);
    await expect(page.getByText("11 items ready offline")).toBeVisible();
    const toDo = page.getByRole("navigation", { name: "Items" }).getByRole("listitem");
    await expect(toDo).toHaveCount(11);
    const reserving: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/items/reserve")) reserving.push(request.url());
    });
    for (let i = 0; i < 10; i++) await page.keyboard.press("j");
    await expect(page.getByRole("button", { name: "Forward" })).toBeDisabled();
    await expect(toDo).toHaveCount(11);
    expect(reserving).toEqual([]);
    await page.context().setOffline(true);
    await expect(page.getByText(/You are offline; continue with this item and the next 10/)).toBeVisible();
    for (const digit of ["1", "2", "Enter"]) await page.keyboard.press(digit);
    await expect(callRegion(page).getByText("Friday is full.")).toBeVisible();
    await expect(page.getByText(/1 answer waits to be sent/)).toBeVisible();
    await page.context().setOffline(false);
    await isSaved(page);
  });
});

test("Digits that follow each other faster than a screen is drawn each answer an item", async ({ page }) => {
  const callIds = await recordCalls(Array.from({ length: 45 }, () => AGENT_CALL));
  const { id, desk } = await queueOf({ callIds, specs: QUESTIONS.slice(0, 1) });
  await openDesk(page, desk);
  await expect(page.getByRole("navigation", { name: "Items" }).getByRole("listitem")).toHaveCount(11);
  for (let i = 0; i < 10; i++) await page.keyboard.press("1");
  await expect(page.getByRole("progressbar", { name: /by you/ })).toHaveAttribute("aria-valuenow", "10");
  await isSaved(page);
  expect(await payloadsIn(id)).toHaveLength(10);
});

test("Who leaves the desk and comes back to a queue in another order continues where they were, also before the service has answered", async ({
  page,
}) => {
  const callIds = await recordCalls(Array.from({ length: 45 }, () => AGENT_CALL));
  const { id, desk } = await queueOf({ callIds, specs: QUESTIONS.slice(0, 1) });
  const toDo = page.getByRole("navigation", { name: "Items" }).getByRole("listitem");
  const call = page.getByRole("link", { name: "Open the call in a new tab" });
  await openDesk(page, desk);
  await isStocked(toDo);
  await page.keyboard.press("1");
  await isSaved(page);
  await isStocked(toDo);

  // By a link, within the page.
  const places = page.getByRole("navigation", { name: "Project pages" });
  const given = page.waitForResponse(/\/items\/release$/);
  await places.getByRole("link", { name: "Queues" }).click();
  await given;
  await page.goBack();
  await isStocked(toDo);
  await page.keyboard.press("1");
  await isSaved(page);
  await expect(page.getByText("You no longer hold this item")).toHaveCount(0);
  await expect(toDo.first().getByRole("button")).toHaveAttribute("aria-current", "true");

  // By a page of its own: what was shown is there before the service has said what it grants.
  await page.goto(desk.replace(/\/queues\/.*/, "/training"));
  await expect(page.getByRole("heading", { level: 1, name: "Training" })).toBeVisible();
  await turnAround(id);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  await page.route(/\/items\/reserve$/, async (route) => {
    await gate;
    await route.continue();
  });
  await openDesk(page, desk);
  const shown = await call.getAttribute("href");
  await page.keyboard.press("1");
  await expect(call).not.toHaveAttribute("href", shown ?? "");
  const next = await call.getAttribute("href");
  open();
  await isSaved(page);
  await isStocked(toDo);
  await expect(page.getByText("You no longer hold this item")).toHaveCount(0);
  await expect(call).toHaveAttribute("href", next ?? "");
  await expect(toDo.first().getByRole("button")).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("button", { name: "Submit and next" })).toBeEnabled();
});

test("A digit that is pressed before there is an item answers none, and the desk says so", async ({
  page,
}) => {
  const callIds = await recordCalls(Array.from({ length: 8 }, () => AGENT_CALL));
  const { desk } = await queueOf({ callIds, specs: QUESTIONS.slice(0, 1) });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  await openDesk(page, desk);
  await page.route(/\/items\/reserve$/, async (route) => {
    await gate;
    await route.continue();
  });
  const missed = page.getByText("No item yet, so 1 was not taken.");
  await expect(async () => {
    await page.keyboard.press("1");
    await expect(missed).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectAccessible(page, "[data-desk]");
  open();
  await expect(page.getByText("You pressed 1 before this item was ready")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Yes" })).not.toBeChecked();
  await page.keyboard.press("2");
  await expect(page.getByText("You pressed 1 before this item was ready")).toHaveCount(0);
  await isSaved(page);
});

/** One more where an answer got there before the question for what comes after it, which counted it as still on its way. */
async function isStocked(toDo: Locator): Promise<void> {
  await expect.poll(() => toDo.count()).toBeGreaterThanOrEqual(11);
  expect(await toDo.count()).toBeLessThanOrEqual(12);
}

/** What would come last comes first, as where a model has learned from which items it learns most. */
async function turnAround(queueId: string): Promise<void> {
  await inDatabase((client) =>
    client.query("update queue_item set position = -position where queue_id = $1", [queueId]),
  );
}

test("An annotator is offered what is open to them, and a reason to skip has a button with its name", async ({
  browser,
}) => {
  const callIds = await recordCalls([AGENT_CALL, AGENT_CALL]);
  const settings = { skip_reasons: ["not mine", "no idea"] };
  const { desk } = await queueOf({ callIds, specs: QUESTIONS.slice(0, 1), settings });
  const page = await browser.newPage();
  await signInOnPage(page, await aWorker("Ida", "annotator"));
  await openDesk(page, desk);
  const places = page.getByRole("navigation", { name: "Project pages" }).getByRole("link");
  await expect(places).toHaveText(["Calls", "Feedback", "Queues"]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByRole("button", { name: "not mine" })).toBeVisible();
  await expectAccessible(page, "[data-desk]");
  await page.getByRole("button", { name: "no idea" }).click();
  await isSaved(page);
  await page.goto(desk.replace(/queues\/[^/]+/, "queues/of-nobody"));
  await expect(page.getByRole("heading", { level: 1, name: "This queue is not open to you" })).toBeVisible();
  await page.close();
});
