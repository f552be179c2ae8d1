import { expect, test } from "./open-fixture.ts";

test("A selected passage takes the label whose digit is pressed, and gives it back", async ({ open }) => {
  const page = await open("passages", "nothing marked");
  await page.getByText("Yes: a quarter").selectText();
  await expect(page.getByRole("toolbar", { name: "Mark the selected passage" })).toBeVisible();
  await page.keyboard.press("1");
  const marked = page.getByRole("list", { name: "Marked for What is wrong?" });
  await expect(marked.getByRole("listitem")).toHaveText([/made up.*Yes: a quarter/]);
  await marked.getByRole("button", { name: /^Remove made up/ }).click();
  await expect(page.getByRole("button", { name: "Nothing to mark" })).toBeVisible();
});

test("A digit that is pressed while the desk loads is named", async ({ open }) => {
  const page = await open("desk frame", "loading");
  const note = (key: string) => page.getByText(`No item yet, so ${key} was not taken.`);
  await expect(page.getByText("Loading the desk")).toBeVisible();
  await page.keyboard.press("2");
  await expect(note("2")).toBeVisible();
  await page.keyboard.press("Control+3");
  await page.keyboard.press("a");
  await expect(note("2")).toBeVisible();
});

test("An empty desk says what has come since its queue was complete, and takes it when somebody continues", async ({
  open,
}) => {
  const page = await open("desk frame", "end: items have come");
  await expect(page.getByRole("heading", { name: "12 items have come" })).toBeVisible();
  await expect(page.getByText(/complete|are done/)).toHaveCount(0);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Done", { exact: true })).toHaveText("continued");
});

test("Earlier turns are folded, and a tool's call opens with what it answered", async ({ open }) => {
  const page = await open("conversation", "with a tool");
  await expect(page.getByText("Good morning.")).toBeHidden();
  await page.getByRole("button", { name: "1 earlier turn" }).click();
  await expect(page.getByText("Good morning.")).toBeVisible();
  await expect(page.getByRole("region", { name: "You are judging this" })).toContainText(
    "a quarter of the fare",
  );
  await expect(page.getByText("find_tariff")).toBeVisible();
});

test("A table sorts by its heads, selects by its boxes and opens by a key", async ({ open }) => {
  const page = await open("table", "rows");
  const names = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await expect(names.first()).toContainText("delay");
  await page.getByRole("button", { name: "Turns" }).click();
  await expect(names).toContainText(["delay", "refund", "tariff"]);
  await page.getByRole("button", { name: "Turns" }).click();
  await expect(names).toContainText(["tariff", "refund", "delay"]);
  await page.getByRole("checkbox", { name: /refund/ }).check();
  await expect(page.getByLabel("Selected", { exact: true })).toHaveText("refund");
  await names.filter({ hasText: "refund" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Opened", { exact: true })).toHaveText("refund");
});

test("An open list of options is walked by arrows, to its ends, and by the words of an option", async ({
  open,
}) => {
  const page = await open("import columns", "recognised");
  const list = page.getByRole("combobox", { name: "What Answer is" });
  const focused = page.locator('[role="option"]:focus');
  await list.press("Enter");
  await expect(focused).toHaveText("Reply");
  await page.keyboard.press("ArrowUp");
  await expect(focused).toHaveText("Prompt");
  await page.keyboard.press("End");
  await expect(focused).toHaveText("Split: train or test");
  await page.keyboard.press("Home");
  await expect(focused).toHaveText("Nothing in particular");
  await page.keyboard.type("better r");
  await expect(focused).toHaveText("Better reply");
  await page.keyboard.press("Enter");
  await expect(list).toHaveText("Better reply");
});

test("A page of a table that did not come is asked for again while the end is in sight", async ({ open }) => {
  for (const standing of ["a page that comes late", "a page that is lost"]) {
    const page = await open("table", standing);
    await expect(page.getByRole("row").filter({ has: page.getByRole("cell") })).toHaveCount(3);
  }
});

test("Text is painted as it is written: no sign stands for two, in running text or in code", async ({
  open,
}) => {
  const page = await open("conversation", "with a tool");
  const features = (name: string) =>
    page.evaluate((tag) => {
      const made = document.body.appendChild(document.createElement(tag));
      return getComputedStyle(made).fontFeatureSettings;
    }, name);
  for (const name of ["p", "code", "pre"]) expect(await features(name)).toContain('"calt" 0');
});

test("A histogram takes its bounds from two fields, and is reset by one button", async ({ open }) => {
  const page = await open("charts", "histogram");
  const range = page.getByLabel("Range", { exact: true });
  const least = page.getByLabel("Turns, at least");
  await least.fill("12");
  await least.press("Enter");
  await expect(range).toHaveText("12 to –");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(range).toHaveText("– to –");
});

test("A chart shows the steps that are dragged over, all of them after a double click, and picks the one that is clicked", async ({
  open,
}) => {
  const page = await open("metric chart", "one job");
  const picture = page.getByRole("img", { name: /^Loss by step, from/ });
  await expect(picture.locator("canvas")).toBeAttached();
  const plot = picture.locator(".u-over");
  const { x, y, width, height } = await plot.evaluate((element) => element.getBoundingClientRect());
  await page.mouse.move(x + width / 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
  await page.mouse.up();
  const shown = page.getByLabel("Steps shown");
  await expect(shown).toHaveText(/^(4|5)\d to (9|10)\d$/);
  await expect(page.getByLabel("Step picked")).toHaveText("");
  await plot.dblclick();
  await expect(shown).toHaveText("all");
  await expect(page.getByLabel("Step picked")).not.toHaveText("");
  await page.getByText("Values as a table").click();
  await expect(page.getByRole("table", { name: "Loss by step" }).getByRole("rowheader")).toHaveCount(40);
});

test("Values of a running job are its newest, each names its step where steps differ, and their difference is of one step", async ({
  open,
}) => {
  const page = await open("metric chart", "held-out rows beside a running job");
  const values = page.getByRole("list", { name: "Newest" }).getByRole("listitem");
  await expect(values).toHaveText(["Loss1step 30", "Validation loss3.9step 22(+2.1)"]);
});

test("A stretch of time is picked from the usual ones, and named on its button", async ({ open }) => {
  const page = await open("charts", "stretch of time");
  await page.getByRole("button", { name: "Time: Any time" }).click();
  // It closes at once, so that nothing is checked any more.
  await page.getByRole("radio").nth(1).click();
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Time: (?!Any time)/ })).toBeVisible();
});

test("A question begins on its harmless answer, gives the focus back, and stays with what went wrong", async ({
  open,
}) => {
  const page = await open("dialogs", "question");
  await page.getByRole("button", { name: "Delete…" }).click();
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Delete…" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByLabel("Done", { exact: true })).toHaveText("deleted");
  await open("dialogs", "question that failed");
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toContainText("The queue is being written to.");
});

test("A menu's tick leaves it open, and what is chosen closes it", async ({ open }) => {
  const page = await open("dialogs", "menu");
  await page.getByRole("button", { name: "Choices" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Lists of items" }).click();
  await expect(page.getByLabel("Done", { exact: true })).toHaveText("hidden");
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(page.getByLabel("Done", { exact: true })).toHaveText("renamed hidden");
});

test("Skipping asks for a reason, which a digit gives, and at rest nothing can be pressed", async ({
  open,
}) => {
  const page = await open("desk frame", "actions");
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByText("Why skip this item?")).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByLabel("Done", { exact: true })).toHaveText("skipped: Unreadable");
  await expect(page.getByRole("button", { name: "Forward" })).toBeDisabled();
  await page.getByRole("button", { name: "Submit and next" }).click();
  await expect(page.getByLabel("Done", { exact: true })).toHaveText("submitted");
  await open("desk frame", "actions at rest");
  await expect(page.getByRole("button", { name: "Submit and next" })).toBeDisabled();
});

test("A key that another act has is refused with its name, and a free one is taken", async ({ open }) => {
  const page = await open("dialogs", "keys of the desk");
  await page.getByRole("button", { name: "Keys…" }).click();
  const dialog = page.getByRole("dialog", { name: "Keys of the desk" });
  const skip = dialog.getByRole("listitem").filter({ hasText: "Skip" }).first();
  const key = skip.getByRole("button").last();
  await key.click();
  await key.press("z");
  await expect(skip.getByText(/uses this key/)).toBeVisible();
  await key.click();
  await key.press("q");
  await expect(skip.getByText(/uses this key/)).toBeHidden();
  await expect(key).toContainText(/q/i);
});

test("What takes the place of a dialog begins at what it says is first, and gives the focus back to what opened the first", async ({
  open,
}) => {
  const page = await open("dialogs", "one after another");
  await page.getByRole("button", { name: "Begin…" }).click();
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Second" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Start" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Begin…" })).toBeFocused();
});

test("In a short window a dialog takes all of it, and what decides stands above its buttons", async ({
  open,
}) => {
  const page = await open("dialogs", "one with a notice");
  const dialog = page.getByRole("dialog", { name: "Retract the answers of Ben" });
  const notice = dialog.getByText("In use: shop:production (step 4).");
  await page.setViewportSize({ width: 720, height: 450 });
  await page.getByRole("button", { name: "Retract…" }).click();
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole("button", { name: "Retract", exact: true })).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await dialog.boundingBox())?.y).toBe(0);
  expect((await dialog.boundingBox())?.height).toBe(450);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await dialog.boundingBox())?.y).toBeGreaterThan(100);
});

test("A long text of a published row is folded until it is asked for", async ({ open }) => {
  const page = await open("published", "a long row");
  const story = page.getByRole("region", { name: "story" });
  await expect(story).toHaveText(/…$/);
  await page.getByRole("button", { name: "Show all 4,080 characters" }).click();
  await expect(story).not.toHaveText(/…$/);
  await page.getByRole("button", { name: "Show less" }).click();
  await expect(story).toHaveText(/…$/);
});

test("The button of the next step comes before the link to what waits as well", async ({ open }) => {
  const page = await open("retracted version", "next step to replace what is in production");
  const next = page.getByRole("region", { name: "Next step" });
  await next.getByRole("link", { name: "Train" }).focus();
  await page.keyboard.press("Tab");
  await expect(next.getByRole("link", { name: "Annotate" })).toBeFocused();
});

test("The card of datasets shows the newest version, whichever dataset was made last", async ({ open }) => {
  const page = await open("retracted version", "card of several");
  const card = page.getByRole("region", { name: "Datasets" });
  await expect(card.getByRole("link", { name: "12 to count again" })).toBeVisible();
  await expect(card.getByRole("listitem").filter({ hasText: "faq" })).toContainText("1 row");
});

test("A step that learned without answers that count again leads to the version that has them", async ({
  open,
}) => {
  const page = await open("retracted version", "a step that learned without what counts again");
  const notes = page.getByRole("region", { name: "Answers that count again" });
  await expect(notes.first()).toContainText("which step 2 learned from, was built without 12 answers");
  await expect(notes.first().getByRole("link", { name: /^A new version of/ })).toBeVisible();
  await expect(notes.last().getByRole("link", { name: /^v4 of/ })).toHaveAttribute("href", /version=v4$/);
});

test("A job on prompts with different labels leads to their rows", async ({ open }) => {
  const page = await open("retracted version", "a job on prompts with different labels");
  await expect(page.getByText("4 prompts of v3 have different labels")).toBeVisible();
  await expect(page.getByRole("link", { name: "See their rows" })).toHaveAttribute("href", /conflict=1$/);
});

test("Of two answers a digit chooses one once both can be read, and is named before that", async ({
  gallery,
  open,
}) => {
  await gallery.clock.install();
  const page = await open("dialogs", "two answers");
  await page.getByRole("button", { name: "Choose…" }).click();
  const dialog = page.getByRole("dialog", { name: "You have answered this item elsewhere" });
  const keep = dialog.getByRole("button", { name: "Keep what is here" });
  await expect(keep).toBeFocused();
  await page.keyboard.press("2");
  await expect(dialog.getByText(/^You pressed 2 before you could read both answers/)).toBeVisible();
  await expect(keep).not.toHaveAttribute("aria-keyshortcuts");
  await page.clock.runFor(1000);
  await expect(keep).toHaveAttribute("aria-keyshortcuts", "1");
  await page.keyboard.press("2");
  await expect(page.getByLabel("Done", { exact: true })).toHaveText("taken");
});
