import { expect, test } from "./open-fixture.ts";

test("A number field says at once what is wrong with a number, and takes one that is right", async ({
  open,
}) => {
  const page = await open("fields", "number");
  const field = page.getByLabel("How many tools?");
  await field.fill("21");
  await expect(page.getByText("21 is more than 20.")).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill("2");
  await expect(field).not.toHaveAttribute("aria-invalid");
  await expect(page.getByLabel("Said", { exact: true })).toHaveText("2");
});

test("Among many options a search narrows them, Enter picks the first, and the choice is announced to screen readers", async ({
  open,
}) => {
  const page = await open("fields", "many options");
  const search = page.getByRole("searchbox", { name: "Search the options of What is it about?" });
  await search.fill("lug");
  await expect(page.getByRole("radio")).toHaveCount(1);
  await search.press("Enter");
  await expect(page.getByRole("radio", { name: "luggage" })).toBeChecked();
  await search.fill("none of them");
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expect(page.getByLabel("Said", { exact: true })).toHaveText("luggage");
  await search.press("Escape");
  await expect(page.getByRole("radio")).toHaveCount(12);
});

test("Several choices are flipped one by one, none of them is an answer too, and all of it is cleared", async ({
  open,
}) => {
  const page = await open("fields", "several choices");
  const said = page.getByLabel("Said", { exact: true });
  await page.getByRole("checkbox", { name: "rude" }).check();
  await page.getByRole("checkbox", { name: "kind" }).check();
  await expect(said).toContainText("rude");
  await page.getByRole("checkbox", { name: "kind" }).uncheck();
  await expect(said).not.toContainText("kind");
  await page.getByRole("button", { name: "None of these" }).click();
  await expect(page.getByRole("checkbox", { name: "rude" })).not.toBeChecked();
  await page.getByRole("button", { name: "Clear What is wrong?" }).click();
  await expect(said).toHaveText("");
});

test("Of a question in parts, each part is answered by itself", async ({ open }) => {
  const page = await open("fields", "parts");
  await page.getByRole("radio", { name: "Yes" }).check();
  await page.getByRole("radio", { name: "4" }).check();
  await expect(page.getByLabel("Said", { exact: true })).toHaveText('[["right","true"],["score","4"]]');
});

test("The form of an item: a correction begins with the answer, what changes is shown, and discarding it leaves none", async ({
  open,
}) => {
  const page = await open("desk form", "empty");
  await page.getByRole("radio", { name: "neutral" }).check();
  await expect(page.getByLabel("Said", { exact: true })).toHaveText("neutral");
  await page.getByRole("button", { name: /^Write one/ }).click();
  const better = page.getByLabel("Better answer");
  await expect(better).toBeFocused();
  await expect(better).toHaveValue(/^Yes: a quarter/);
  // The caret is at its end, to continue it.
  const caret = () => better.evaluate((box: HTMLTextAreaElement) => box.selectionStart - box.value.length);
  expect(await caret()).toBe(0);
  await better.fill("Yes: half of the fare.");
  await page.getByRole("button", { name: /^What changes/ }).click();
  await expect(page.locator("ins").first()).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(better).toBeHidden();
});

test("Up and down walk the questions of a form, and the ring follows the focus", async ({ open }) => {
  const page = await open("desk form", "empty");
  const why = page.getByLabel("Why?");
  await why.focus();
  await why.press("ArrowUp");
  await expect(page.getByRole("radio", { name: "kind" })).toBeFocused();
  await page.getByRole("button", { name: /^Flag for the lead/ }).click();
  await page.getByLabel("Message to the lead").fill("Is it so?");
  await expect(page.getByRole("button", { name: /^Flagged for the lead/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("What is suggested is marked and fills nothing in; the mark describes the option and goes with no answer", async ({
  open,
}) => {
  const page = await open("desk form", "suggested");
  await expect(page.getByRole("radio", { name: "Yes" })).toHaveAccessibleDescription(
    "Suggested, certain to 99 %",
  );
  const neutral = page.getByRole("radio", { name: "neutral" });
  await expect(neutral).toHaveAccessibleDescription("Suggested, certain to 94 %");
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(page.getByLabel("Said", { exact: true })).toHaveText("");
  await page.getByRole("radio", { name: "rude" }).check();
  await expect(neutral).toHaveAccessibleDescription("Suggested, certain to 94 %");
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("what the mark of a suggestion means stands below the options, where nothing can be pointed at", async ({
    open,
  }) => {
    const page = await open("desk form", "suggested");
    const words = page.getByText("Of this one it is certain to 94 %.");
    await expect(words).toBeVisible();
  });
});

test("with a mouse the mark of a suggestion is explained where it is pointed at", async ({ open }) => {
  const page = await open("desk form", "suggested");
  await expect(page.getByTitle(/Of this one it is certain to 94 %\./)).toBeVisible();
  await expect(page.getByText("Of this one it is certain to 94 %.")).toBeHidden();
});
