import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { expect, test } from "../support/fixtures.ts";
import { AGENT_CALL, openDesk, payloadsIn, queueOf, recordCalls, type Spec } from "../support/judged.ts";
import { isSaved } from "../support/queues.ts";

const TOPICS = Array.from({ length: 25 }, (_, i) => `topic ${i + 1}`);
const SPECS: Spec[] = [
  { name: "Is it right?", schema: { type: "boolean" }, description: "By the shop's own rules." },
  {
    name: "How is the tone?",
    schema: { type: "string", enum: ["kind", "rude"], enumDescriptions: ["As a colleague would say it", ""] },
  },
  {
    name: "What is wrong?",
    schema: { type: "array", items: { type: "string", enum: ["policy", "facts", "length"] }, maxItems: 2 },
  },
  { name: "How good?", schema: { type: "integer", minimum: 1, maximum: 5 } },
  { name: "What share?", schema: { type: "number", minimum: 0, maximum: 1 } },
  { name: "Why?", schema: { type: "string", maxLength: 20 } },
  { name: "Which topic?", schema: { type: "string", enum: TOPICS } },
  {
    name: "The parts",
    schema: {
      type: "object",
      required: ["greeting"],
      properties: {
        greeting: { type: "integer", minimum: 1, maximum: 3, title: "Greeting" },
        closing: { type: "string", title: "Closing words", description: "Word for word." },
      },
    },
  },
  { name: "Anything else", schema: { type: "array", items: { type: "number" } } },
];

test.beforeEach(async ({ page, signIn }) => signIn(page));

async function openForm(page: Page, specs: readonly Spec[], asked: object = {}): Promise<string> {
  const callIds = await recordCalls([AGENT_CALL, AGENT_CALL]);
  const { id, desk } = await queueOf({ callIds, specs, ...asked });
  await openDesk(page, desk);
  return id;
}

const answers = (page: Page) => page.getByRole("region", { name: "Your answers" });

test("Every kind of field is answered by its own control and stored as its schema wants it", async ({
  page,
}) => {
  const queueId = await openForm(page, SPECS);
  const form = answers(page);
  for (const digit of ["1", "2", "3"]) await page.keyboard.press(digit);
  await page.keyboard.press("1");
  // What takes several answers is left by Enter, as long as questions after it have none.
  await page.keyboard.press("Enter");
  await page.keyboard.press("4");
  // The digit passed by what may stay unwritten.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("0.25");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("It guesses.");
  await expect(form.getByText("11 / 20")).toBeVisible();
  await form.getByRole("radio", { name: "topic 1", exact: true }).focus();
  await page.keyboard.press("0");
  await expect(form.getByText("Picked: topic 10")).toBeVisible();
  await form.getByRole("searchbox", { name: "Search the options of Which topic?" }).fill("23");
  await page.keyboard.press("Enter");
  await expect(form.getByText("Picked: topic 23")).toBeVisible();
  await form.getByRole("group", { name: "Greeting" }).getByRole("radio", { name: "2" }).check();
  await form.getByRole("textbox", { name: "Closing words" }).fill("Bye");
  await form.getByRole("textbox", { name: "Anything else" }).fill("[1, 2.5]");
  await expect(form.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await expectAccessible(page, `section[aria-label="Your answers"]`);
  await page.keyboard.press("ControlOrMeta+Enter");
  await isSaved(page);
  const values = (await payloadsIn(queueId)).map(({ payload }) => payload.value);
  expect(values).toEqual(
    expect.arrayContaining([
      true,
      "rude",
      ["policy", "length"],
      4,
      0.25,
      "It guesses.",
      "topic 23",
      { greeting: 2, closing: "Bye" },
      [1, 2.5],
    ]),
  );
  expect(values).toHaveLength(SPECS.length);
});

test("What is wrong is said at its field, and submitting goes to the first of it", async ({ page }) => {
  const queueId = await openForm(page, SPECS, { required: [1], description: "" });
  const form = answers(page);
  const share = form.getByRole("textbox", { name: "What share?" });
  await share.fill("3");
  await expect(share).toHaveAccessibleDescription(/3 is more than 1\./);
  await form.getByRole("textbox", { name: "Closing words" }).fill("Bye");
  await form.getByRole("textbox", { name: "Anything else" }).fill("[1,");
  await page.keyboard.press("ControlOrMeta+Enter");
  const tone = form.getByRole("group", { name: /How is the tone\?/ });
  await expect(tone).toHaveAccessibleDescription(/Answer this question; it is required\./);
  await expect(tone.getByRole("radio", { name: "kind" })).toBeFocused();
  await expect(form.getByRole("group", { name: "Greeting" })).toHaveAccessibleDescription(
    /Answer this part\./,
  );
  await expect(form.getByRole("textbox", { name: "Anything else" })).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, `section[aria-label="Your answers"]`);
  expect(await payloadsIn(queueId)).toEqual([]);
  await page.keyboard.press("1");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(share).toBeFocused();
});

test("A better answer begins with the original, shows what it changes, and is stored with its place", async ({
  page,
}) => {
  const queueId = await openForm(page, SPECS.slice(0, 2));
  const form = answers(page);
  await page.keyboard.press("1");
  await page.keyboard.press("e");
  const better = form.getByRole("textbox", { name: "Better answer" });
  await expect(better).toBeFocused();
  // Nine lines of it and more are seen at once.
  expect((await better.boundingBox())?.height).toBeGreaterThanOrEqual(180);
  await expect(better).toHaveValue(/^Friday is full\. Would \*\*Saturday at 10\*\*/);
  await better.fill((await better.inputValue()).replace("Saturday", "Monday"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  await expect(form.getByRole("deletion")).toHaveText("Saturday");
  await expect(form.getByRole("insertion")).toHaveText("Monday");
  await expectAccessible(page, `section[aria-label="Your answers"]`);
  await better.fill("");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(better).toHaveAccessibleDescription(/Write the better answer, or discard/);
  await better.fill("Monday it is.");
  await page.keyboard.press("Escape");
  // Out of the text, a digit answers the question that is still open.
  await page.keyboard.press("2");
  await expect(form.getByRole("radio", { name: "rude" })).toBeChecked();
  await page.keyboard.press("c");
  await page.keyboard.type("Too eager.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("x");
  await form.getByRole("textbox", { name: "Message to the lead" }).fill("Is Monday allowed?");
  await form.getByRole("button", { name: "React with thumbs up" }).click();
  await page.keyboard.press("ControlOrMeta+Enter");
  await isSaved(page);
  expect(await payloadsIn(queueId)).toEqual([
    { type: "spindle.correction.1", payload: { path: "output.content", text: "Monday it is." } },
    { type: "wandb.annotation.spec", payload: { value: "rude" } },
    { type: "wandb.annotation.spec", payload: { value: true } },
    { type: "wandb.note.1", payload: { note: "Too eager." } },
    { type: "wandb.reaction.1", payload: expect.objectContaining({ emoji: "👍" }) },
  ]);
});

test("What was said before is there again, and a change takes its place", async ({ page }) => {
  const queueId = await openForm(page, SPECS.slice(0, 3));
  const form = answers(page);
  await page.keyboard.press("1");
  await form.getByRole("checkbox", { name: "facts" }).check();
  await page.keyboard.press("e");
  await form.getByRole("textbox", { name: "Better answer" }).fill("First try.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await isSaved(page);
  await page.reload();
  await page.getByRole("tab", { name: "Done" }).click();
  await page.getByRole("tabpanel").getByRole("listitem").getByRole("button").first().click();
  await expect(form.getByRole("radio", { name: "Yes" })).toBeChecked();
  await expect(form.getByRole("checkbox", { name: "facts" })).toBeChecked();
  await expect(form.getByRole("textbox", { name: "Better answer" })).toHaveValue("First try.");
  await form.getByRole("radio", { name: "No" }).check();
  await form.getByRole("button", { name: "Discard" }).click();
  await page.keyboard.press("ControlOrMeta+Enter");
  await isSaved(page);
  await expect
    .poll(() => payloadsIn(queueId))
    .toEqual([
      { type: "wandb.annotation.spec", payload: { value: ["facts"] } },
      { type: "wandb.annotation.spec", payload: { value: false } },
    ]);
});

test("An original that is opened and not changed is not a correction", async ({ page }) => {
  const queueId = await openForm(page, SPECS.slice(0, 2));
  await page.keyboard.press("2");
  await page.keyboard.press("e");
  await page.keyboard.press("ControlOrMeta+Enter");
  await isSaved(page);
  expect(await payloadsIn(queueId)).toEqual([{ type: "wandb.annotation.spec", payload: { value: false } }]);
});

test("on a phone every control of the form is large enough and readable", async ({ browser, signIn }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signIn(page);
  await openForm(page, SPECS, { description: "Read the **whole** answer." });
  const form = answers(page);
  await form.getByRole("radio", { name: "Yes" }).check();
  for (const radio of await form.getByRole("radio").all())
    expect((await radio.locator("..").boundingBox())?.height ?? 44).toBeGreaterThanOrEqual(44);
  await expectAccessible(page, `section[aria-label="Your answers"]`);
  await context.close();
});
