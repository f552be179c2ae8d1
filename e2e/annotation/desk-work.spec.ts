import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aQueue, CORRECT, isSaved, post, type SeededQueue, saidIn, shows, TONE } from "../support/queues.ts";

const project_id = SERVICE.project;
const TWO_FIELDS = [CORRECT, TONE];

function correctOf(queue: SeededQueue, index: number, value: boolean): string {
  return `${queue.items[index]?.callId} wandb.annotation.is-it-correct ${value}`;
}

function words(queue: SeededQueue, index: number): string {
  return queue.items[index]?.words ?? "";
}

async function stateOf(queue: SeededQueue, index: number): Promise<string | undefined> {
  const { items } = await post<{ items: { annotation_state: string }[] }>(
    `/api/annotation_queues/${queue.id}/items/query`,
    { project_id },
  );
  return items[index]?.annotation_state;
}

test("The whole work goes by keys: options, fields, submit, skip with its reason, walking and undo across items", async ({
  page,
  signIn,
}) => {
  const reasons = ["Not our customer", "Unreadable"];
  const queue = await aQueue({
    items: 5,
    fields: TWO_FIELDS,
    settings: { skip_reasons: reasons, requires_skip_reason: true },
  });
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, words(queue, 0));
  await page.keyboard.press("1");
  await page.keyboard.press("3");
  await page.keyboard.press("Enter");
  await shows(page, words(queue, 1));
  await page.keyboard.press("s");
  await expect(page.getByText("Why skip this item?")).toBeVisible();
  await page.keyboard.press("2");
  await shows(page, words(queue, 2));
  await expect(page.getByRole("button", { name: words(queue, 3) })).toBeVisible();
  await page.keyboard.press("j");
  await shows(page, words(queue, 3));
  await page.keyboard.press("k");
  await shows(page, words(queue, 2));
  await isSaved(page);
  expect(await stateOf(queue, 1)).toBe("skipped");
  await page.keyboard.press("z");
  await shows(page, words(queue, 1));
  await page.keyboard.press("z");
  await shows(page, words(queue, 0));
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "rude" })).toBeChecked();
  await expect.poll(() => saidIn(queue.id)).toEqual([]);
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");
  await shows(page, words(queue, 1));
  await isSaved(page);
  expect(await saidIn(queue.id)).toEqual([
    `${queue.items[0]?.callId} wandb.annotation.how-is-the-tone rude`,
    correctOf(queue, 0, false),
  ]);
});

test("Undo reaches ten items back", async ({ page, signIn }) => {
  const queue = await aQueue({ items: 12 });
  await signIn(page);
  await page.goto(queue.desk);
  for (let i = 0; i < 11; i++) {
    await shows(page, words(queue, i));
    await page.keyboard.press("1");
  }
  await shows(page, words(queue, 11));
  for (let i = 10; i >= 1; i--) {
    await page.keyboard.press("z");
    await shows(page, words(queue, i));
  }
  await page.keyboard.press("z");
  await shows(page, words(queue, 1));
  await expect.poll(() => saidIn(queue.id)).toEqual([correctOf(queue, 0, true)]);
});

test("Where one closed question is asked, a digit is the whole answer, and Z takes it back", async ({
  page,
  signIn,
}) => {
  const queue = await aQueue({ items: 3 });
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, words(queue, 0));
  await page.keyboard.press("2");
  await shows(page, words(queue, 1));
  await page.keyboard.press("z");
  await shows(page, words(queue, 0));
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
});

test("Nothing fires while someone types or a dialog is open", async ({ page, signIn }) => {
  const queue = await aQueue({ items: 2, fields: TWO_FIELDS });
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, words(queue, 0));
  await page.keyboard.press("c");
  await page.keyboard.type("s1jz");
  await expect(page.getByRole("textbox", { name: /Note/ })).toHaveValue("s1jz");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("s");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Escape");
  await shows(page, words(queue, 0));
  expect(await stateOf(queue, 0)).not.toBe("skipped");
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test("the reserved items can be answered, the banner counts waiting answers, and they are sent in order afterwards", async ({
    page,
    signIn,
    context,
  }) => {
    const queue = await aQueue({ items: 6 });
    await signIn(page);
    await page.goto(queue.desk);
    await shows(page, words(queue, 0));
    // The next two are here once the list shows their words.
    await expect(page.getByRole("button", { name: words(queue, 2) })).toBeVisible();
    await context.setOffline(true);
    for (let i = 0; i < 3; i++) {
      await shows(page, words(queue, i));
      await page.keyboard.press(i === 1 ? "2" : "1");
    }
    // No loaded item is left; the banner counts the waiting answers.
    await expect(
      page.getByText(/^3 answers wait to be sent\. You are offline\. Your answers are kept/),
    ).toBeVisible();
    await expect(page.getByText("3 more items", { exact: true })).toBeVisible();
    await expect(page.getByRole("status", { name: "Saving" })).toHaveText("3 waiting");
    const sent: string[] = [];
    page.on("request", (request) => {
      const item = /items\/([^/]+)\/answer/.exec(request.url())?.[1];
      if (item) sent.push(item);
    });
    await context.setOffline(false);
    await isSaved(page);
    expect([...new Set(sent)]).toEqual(queue.items.slice(0, 3).map(({ id }) => id));
    expect(await saidIn(queue.id)).toEqual(
      [correctOf(queue, 0, true), correctOf(queue, 1, false), correctOf(queue, 2, true)].sort(),
    );
    await shows(page, words(queue, 3));
  });

  test("answers that wait, a draft and the items in hand outlive a reload", async ({ page, signIn }) => {
    const queue = await aQueue({ items: 4, fields: TWO_FIELDS });
    await signIn(page);
    await page.goto(queue.desk);
    await shows(page, words(queue, 0));
    await page.route("**/answer", (route) => route.abort());
    await page.keyboard.press("1");
    await page.keyboard.press("Control+Enter");
    await shows(page, words(queue, 1));
    await page.keyboard.press("2");
    await expect(page.getByText("1 answer waits to be sent.")).toBeVisible();
    // Calls and reservations stay out of reach as well: what was loaded is kept in the browser.
    await page.route("**/items/reserve", (route) => route.abort());
    await page.route("**/call/read", (route) => route.abort());
    page.once("dialog", (dialog) => dialog.accept());
    await page.reload();
    await shows(page, words(queue, 1));
    await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
    await expect(page.getByText("1 answer waits to be sent.")).toBeVisible();
    await page.unroute("**/answer");
    await page.unroute("**/items/reserve");
    await page.unroute("**/call/read");
    await expect.poll(() => saidIn(queue.id), { timeout: 20_000 }).toEqual([correctOf(queue, 0, true)]);
  });
});

test("Pairs keep their sides, the verdict is stored in the record's order, and keys say much or slightly", async ({
  page,
  signIn,
}) => {
  const queue = await aQueue({ items: 8, fields: [], settings: { kind: "pairwise" } });
  await signIn(page);
  await page.goto(queue.desk);
  const [left, right] = [
    page.getByRole("region", { name: "Left", exact: true }),
    page.getByRole("region", { name: "Right", exact: true }),
  ];
  const wordsOn = async (side: Locator) => /call \d+/.exec((await side.textContent()) ?? "")?.[0] ?? "";
  const bothShown = async () => {
    for (const side of [left, right]) await expect(side.getByText(/call \d+/)).toBeVisible();
  };
  await bothShown();
  const before = [await wordsOn(left), await wordsOn(right)];
  await page.reload();
  await bothShown();
  expect([await wordsOn(left), await wordsOn(right)]).toEqual(before);
  await expectAccessible(page);
  // Calls 1 to 4 are the first of their pairs.
  const expected: string[] = [];
  for (const [i, key] of ["Shift+A", "ArrowRight", "=", "0"].entries()) {
    const first = words(queue, i);
    await expect(left.or(right).getByText(first)).toBeVisible();
    const isFirstLeft = first.endsWith(await wordsOn(left));
    const verdict = [isFirstLeft ? "first" : "second", isFirstLeft ? "second" : "first", "tie", "both_bad"][
      i
    ];
    expected.push(`${queue.items[i]?.callId} spindle.preference.1 ${verdict}`);
    await page.keyboard.press(key);
  }
  await expect(page.getByRole("heading", { name: "Done for you" })).toBeVisible();
  await expect.poll(() => saidIn(queue.id)).toEqual(expected.sort());
});

test("People choose their own keys, conflicts are reported, and the help lists the current keys", async ({
  page,
  signIn,
}) => {
  const queue = await aQueue({ items: 3, fields: TWO_FIELDS });
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, words(queue, 0));
  await chooseKey(page, /^Key for “Skip/, "z");
  const dialog = page.getByRole("dialog", { name: "Keys of the desk" });
  await expect(dialog.getByText(/“Undo.*” uses this key/)).toBeVisible();
  await dialog.getByRole("button", { name: /^Key for “Skip/ }).click();
  await page.keyboard.press("q");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await shows(page, words(queue, 0));
  await page.keyboard.press("s");
  await shows(page, words(queue, 0));
  await page.keyboard.press("q");
  await shows(page, words(queue, 1));
  await expect(page.getByText("Z takes it back.", { exact: true })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: /^0 of \d+ done by you · 1 skipped$/ })).toBeVisible();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(
    help.locator("div").filter({ hasText: /^Skip; if the queue has reasons, a digit then picks oneQ$/ }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await openKeys(page);
  await dialog.getByRole("button", { name: "Reset to defaults" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
});

async function openKeys(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings of the desk" }).click();
  await page.getByRole("menuitem", { name: "Keys of the desk…" }).click();
}

async function chooseKey(page: Page, name: RegExp, key: string): Promise<void> {
  await openKeys(page);
  await page.getByRole("button", { name }).click();
  await page.keyboard.press(key);
}

test("Panels are resized by pointer and by key, hidden by keys, and stay so", async ({ page, signIn }) => {
  const queue = await aQueue({ items: 2 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, words(queue, 0));
  const splitter = page.getByRole("separator", { name: "Width of the form" });
  await expect(splitter).toHaveAttribute("aria-valuenow", "380");
  await splitter.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(splitter).toHaveAttribute("aria-valuenow", "396");
  const box = await splitter.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 0.5, 400);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) - 60, 400);
  await page.mouse.up();
  const width = Number(await splitter.getAttribute("aria-valuenow"));
  expect(Math.abs(width - 456)).toBeLessThanOrEqual(2);
  await page.getByRole("region", { name: "Call", exact: true }).getByText(words(queue, 0)).click();
  await page.keyboard.press("[");
  await expect(page.getByRole("navigation", { name: "Items" })).toBeHidden();
  await page.reload();
  await shows(page, words(queue, 0));
  await expect(splitter).toHaveAttribute("aria-valuenow", String(width));
  await expect(page.getByRole("navigation", { name: "Items" })).toBeHidden();
  await page.keyboard.press("]");
  await expect(page.getByRole("region", { name: "Your answers" })).toBeHidden();
  await page.keyboard.press("]");
  await page.keyboard.press("[");
  await expect(page.getByRole("navigation", { name: "Items" })).toBeVisible();
});

test("On a phone the form is a sheet, the lists a drawer, and a swipe submits or skips with a way back", async ({
  browser,
  signIn,
}) => {
  const queue = await aQueue({ items: 4 });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, words(queue, 0));
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Yes" }).check();
  await swipe(page, 60, 300);
  await shows(page, words(queue, 1));
  await swipe(page, 300, 60);
  await shows(page, words(queue, 2));
  await page.getByRole("button", { name: "Undo" }).last().click();
  await shows(page, words(queue, 1));
  await page.getByRole("button", { name: "Hide the questions" }).click();
  await expect(page.getByRole("radio", { name: "Yes" })).toBeHidden();
  await page.getByRole("button", { name: "Show the questions" }).click();
  await expect(page.getByRole("radio", { name: "Yes" })).toBeVisible();
  await page.getByRole("button", { name: "Lists of items" }).click();
  await page.getByRole("dialog", { name: "Items" }).getByRole("tab", { name: "Done" }).click();
  await page.getByRole("button", { name: words(queue, 0) }).click();
  await shows(page, words(queue, 0));
  await context.close();
});

/** A finger that goes sideways over the call. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const y = 200;
  const at = (x: number) => [{ x, y }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) });
  for (let step = 1; step <= 8; step++)
    await session.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: at(from + ((to - from) * step) / 8),
    });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
