import type { Page } from "@playwright/test";
import { expectAccessible, expectNoPageScroll } from "../support/accessible.ts";
import { aWorker } from "../support/annotators.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { AGENT_CALL, callRegion, openDesk, queueOf, recordCalls } from "../support/judged.ts";
import { signInOnPage } from "../support/people.ts";
import { post } from "../support/queues.ts";

const JUDGED = "You are judging this";

test.beforeEach(async ({ page, signIn }) => signIn(page));

async function openCall(page: Page, displayFields: readonly string[] = [], settings = {}): Promise<void> {
  const callIds = await recordCalls([AGENT_CALL]);
  const { desk } = await queueOf({ callIds, displayFields, settings });
  await openDesk(page, desk);
}

test("Only the chosen fields are shown until the whole call is asked for", async ({ page }) => {
  await openCall(page, ["output.content", "attributes.shop"]);
  const call = callRegion(page);
  await expect(call.getByRole("region", { name: JUDGED })).toContainText("Friday is full.");
  await expect(call.getByText("north")).toBeVisible();
  await expect(call.getByText("Book me in")).toHaveCount(0);
  await page.keyboard.press("f");
  await expect(call.getByText("Book me in for Friday, order 7731.").first()).toBeVisible();
  await expect(call.getByRole("region", { name: "summary" })).toContainText("tiny-1");
  await page.keyboard.press("f");
  await expect(call.getByText("Book me in")).toHaveCount(0);
  await expectAccessible(page, `section[aria-label="Call"]`);
});

test("Earlier turns are folded, tools are cards with their results, and the judged message is framed", async ({
  page,
}) => {
  await openCall(page);
  const call = callRegion(page);
  await expect(call.getByText("tiny-1 · 900 ms · 1,204 tokens")).toBeVisible();
  await expect(call.getByText("Do you repair brakes?")).toHaveCount(0);
  await page.keyboard.press("t");
  await expect(call.getByText("Do you repair brakes?")).toBeVisible();
  await page.keyboard.press("t");
  await expect(call.getByRole("button", { name: "2 earlier turns" })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  await expect(call.getByRole("region", { name: JUDGED }).getByRole("listitem")).toHaveText([
    "bring the bicycle",
    "bring the receipt",
  ]);
  const order = call.getByRole("group", { name: "Tool call find_order" });
  const slot = call.getByRole("group", { name: "Tool call book_slot" });
  await expect(slot).toContainText("failed");
  await expect(order).not.toContainText("failed");
  await expect(call.getByText("Kestrel")).toHaveCount(0);
  await page.keyboard.press("n");
  await expect(order.getByText("Kestrel")).toBeVisible();
  await page.keyboard.press("!");
  await expect(slot.getByText("no slot on Friday")).toBeVisible();
  await expectAccessible(page, `section[aria-label="Call"]`);
});

/** A turn in which a program did something else than it was asked; a call of its search asked a model. */
async function aTurnWithCalls() {
  const thread_id = `made-${crypto.randomUUID()}`;
  const asked = [{ role: "user", content: "Southern food in San Francisco, please." }];
  const [id = ""] = await recordCalls([
    { inputs: { messages: asked }, output: "There is 25 Lusk in San Francisco.", thread_id },
  ]);
  const made = { trace_id: id, thread_id };
  const [search = ""] = await recordCalls([
    {
      ...made,
      parent_id: id,
      op_name: "find_restaurants",
      inputs: { cuisine: "American", city: "San Francisco" },
      output: [{ name: "25 Lusk" }],
    },
  ]);
  await recordCalls([
    { ...made, parent_id: search, op_name: "rank", inputs: { best: "25 Lusk" }, exception: "no model" },
  ]);
  return { callId: id, threadId: thread_id };
}

test("On a phone what is longer than the screen scrolls in its place, and the questions stay in sight", async ({
  page,
}) => {
  const flights = Array.from({ length: 60 }, (_, number) => ({ airline: "Alaska", flight: number }));
  const [id = ""] = await recordCalls([
    {
      inputs: { messages: [{ role: "user", content: "To New York, please." }] },
      output: "It leaves at ten.",
    },
  ]);
  await recordCalls([
    { trace_id: id, parent_id: id, op_name: "find_flights", inputs: { to: "New York" }, output: flights },
  ]);
  const { desk } = await queueOf({
    callIds: [id],
    specs: [{ name: "Good?", schema: { type: "boolean" } }],
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await openDesk(page, desk);
  await expect(callRegion(page).getByRole("group", { name: "Call find_flights" })).toBeVisible();
  const answers = page.getByRole("region", { name: "Your answers" });
  await expect(answers.getByRole("radio").first()).toBeInViewport({ ratio: 1 });
  await expect(answers.getByRole("button", { name: /^Submit/ })).toBeInViewport({ ratio: 1 });
  await expectNoPageScroll(page);
});

/** The first item of a queue. */
async function itemIn(queueId: string): Promise<string> {
  const path = `/api/annotation_queues/${queueId}/items/query`;
  const { items } = await post<{ items: { id: string }[] }>(path, { project_id: SERVICE.project });
  return items[0]?.id ?? "";
}

test("What an agent did stands open between question and answer wherever it is judged, and what nobody said is marked", async ({
  page,
  browser,
}) => {
  const { callId, threadId } = await aTurnWithCalls();
  const { callId: nextCallId } = await aTurnWithCalls();
  const { id, desk } = await queueOf({ callIds: [callId, nextCallId] });
  const queue = desk.replace(/\/annotate$/, "");
  const annotator = await browser.newPage();
  const worker = await aWorker("Ada", "annotator");
  await signInOnPage(annotator, worker);
  await annotator.setViewportSize({ width: 720, height: 450 });
  await openDesk(annotator, desk);
  const call = callRegion(annotator);
  const search = call.getByRole("group", { name: "Call find_restaurants" });
  const rank = call.getByRole("group", { name: "Call rank" });
  await expect(search.getByRole("treeitem").filter({ hasText: "cuisine" })).toHaveText(
    /American.*not said in this turn/,
  );
  await expect(search.getByText(/San Francisco/).last()).not.toContainText("not said");
  await expect(search).toContainText("25 Lusk");
  await expect(rank).toContainText("no model");
  // What an earlier call found out is known from then on.
  await expect(rank).not.toContainText("not said");
  const order = await call.locator("article, details").evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(order).toEqual(["User", "Call find_restaurants", "Call rank", "Assistant"]);
  const answer = call.getByRole("region", { name: JUDGED }).getByText("There is 25 Lusk");
  await expect(answer).toBeInViewport({ ratio: 1 });
  await annotator.keyboard.press("n");
  await expect(search.locator("summary")).toBeFocused();
  await annotator.keyboard.press("n");
  await expect(rank.locator("summary")).toBeFocused();
  await annotator.keyboard.press("/");
  await annotator.keyboard.type("American");
  await expect(call.getByRole("status")).toHaveText("1 of 1");
  await expectAccessible(annotator, `section[aria-label="Call"]`);
  await annotator.keyboard.press("ControlOrMeta+Enter");
  await expect(annotator.getByRole("progressbar", { name: /by you/ })).toHaveAttribute("aria-valuenow", "1");
  await expect(rank).toContainText("no model");
  await expect(answer).toBeInViewport({ ratio: 1 });
  await annotator.close();

  const item = await itemIn(id);
  const places = [
    `${queue}/items?item=${item}`,
    `${queue}/quality?item=${item}`,
    `/projects/${SERVICE.project}/threads/${threadId}`,
  ];
  for (const place of places) {
    await page.goto(place);
    const card = page.getByRole("group", { name: "Call find_restaurants" });
    await expect(card, place).toContainText(/American.*not said in this turn/);
    await expect(card, place).toContainText("25 Lusk");
    await expectAccessible(page, `section[aria-label="Calls made for this answer"]`);
  }
});

test("A turn that repeats the conversation shows what earlier turns did, and no tool twice", async ({
  page,
}) => {
  const { threadId: thread_id } = await aTurnWithCalls();
  const given = { name: "25 Lusk" };
  const book = { id: "b", type: "function", function: { name: "book", arguments: JSON.stringify(given) } };
  const messages = [
    { role: "user", content: "Southern food in San Francisco, please." },
    { role: "assistant", content: "There is 25 Lusk in San Francisco." },
    { role: "user", content: "Book it." },
    { role: "assistant", content: null, tool_calls: [book] },
    { role: "tool", tool_call_id: "b", content: "booked" },
  ];
  const callIds = await recordCalls([{ inputs: { messages }, output: "It is booked.", thread_id }]);
  const [parent_id = ""] = callIds;
  const used = { op_name: "Tables.book", inputs: { ...given, seats: 2 }, output: "booked" };
  await recordCalls([{ ...used, parent_id, trace_id: parent_id, thread_id }]);
  const { id, desk } = await queueOf({ callIds });
  await openDesk(page, desk);
  const call = callRegion(page);
  await expect(call.getByRole("group", { name: /book/ })).toHaveCount(1);
  await expect(call.getByText("Looking for calls")).toHaveCount(0);
  await expect(call.getByRole("group", { name: "Tool call book" })).toContainText("25 Lusk");
  await page.keyboard.press("t");
  const earlier = call.getByRole("region", { name: "Earlier turns" });
  await expect(earlier.getByRole("group", { name: "Call find_restaurants" })).toContainText(
    /American.*not said/,
  );
  const order = await call.locator("article, details").evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(order.slice(0, 4)).toEqual(["User", "Call find_restaurants", "Call rank", "Assistant"]);
  await expectAccessible(page, `section[aria-label="Call"]`);
  const item = await itemIn(id);
  for (const place of [`items?item=${item}`, `quality?item=${item}`]) {
    await page.goto(desk.replace("annotate", place));
    const before = page.getByRole("region", { name: "Earlier turns" });
    // Who decides begins at the judged answer, with what was said before folded.
    if (place.startsWith("quality")) await before.getByText("1 earlier turn").click();
    await expect(before, place).toContainText(/find_restaurants.*American.*not said/);
  }
});

test("Each field keeps its view, and M cycles through Markdown, tree and raw", async ({ page }) => {
  const callIds = await recordCalls([AGENT_CALL, AGENT_CALL]);
  const { desk } = await queueOf({ callIds, displayFields: ["output"] });
  await openDesk(page, desk);
  const output = callRegion(page).getByRole("region", { name: "output", exact: true });
  await expect(output.getByText("Saturday at 10", { exact: true })).toBeVisible();
  await page.keyboard.press("m");
  await expect(output.getByRole("tree")).toContainText("**Saturday at 10**");
  await page.keyboard.press("m");
  await expect(output.getByRole("region", { name: "output, raw" })).toContainText('"role": "assistant"');
  await page.reload();
  await expect(output.getByRole("button", { name: "Raw" })).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page, `section[aria-label="Call"]`);
  await output.getByRole("button", { name: "Markdown" }).click();
  await expect(output.getByText("Saturday at 10", { exact: true })).toBeVisible();
});

test("Find counts what it finds, walks through it, opens what is folded, and gives the keys back", async ({
  page,
}) => {
  await openCall(page);
  const call = callRegion(page);
  await page.keyboard.press("/");
  await page.keyboard.type("BRAKES");
  await expect(call.getByRole("status")).toHaveText("1 of 2");
  await expect(call.getByText("Do you repair brakes?")).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(call.getByRole("status")).toHaveText("2 of 2");
  await expect(call.getByText("hydraulic brakes").last()).toBeInViewport();
  await expect.poll(() => paintedNow(page)).toBe("brakes");
  await page.keyboard.press("Enter");
  await expect(call.getByRole("status")).toHaveText("1 of 2");
  await page.keyboard.press("Shift+Enter");
  await expect(call.getByRole("status")).toHaveText("2 of 2");
  await expectAccessible(page, `section[aria-label="Call"]`);
  await page.getByRole("searchbox", { name: "Find in the item" }).fill("giraffe");
  await expect(call.getByRole("status")).toHaveText("Not found");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("searchbox", { name: "Find in the item" })).toHaveCount(0);
  await page.keyboard.press("f");
  await expect(call.getByRole("button", { name: "Whole call" })).toHaveAttribute("aria-pressed", "true");
});

test("What is typed into the search stays there, found or not, also after a jump", async ({ page }) => {
  await openCall(page);
  const field = page.getByRole("searchbox", { name: "Find in the item" });
  await page.keyboard.press("n");
  await expect(callRegion(page).locator("summary").first()).toBeFocused();
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  // Nothing of the first is there, and of the second only its beginnings are.
  for (const text of ["~ 12", "brakesmith"]) {
    for (const key of text) {
      await page.keyboard.press(key);
      await drawn(page);
    }
    await expect(callRegion(page).getByRole("status")).toHaveText("Not found");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(text);
    await field.clear();
  }
  await page.keyboard.press("Escape");
  await drawn(page);
  await expect(callRegion(page).locator("summary").first()).toBeFocused();
});

/** Waits until what the last key did has been drawn. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}

/** The text that the browser paints as the current match. */
function paintedNow(page: Page): Promise<string> {
  return page.evaluate(() => [...(CSS.highlights.get("find-current") ?? [])].map(String).join());
}

test("A call of megabytes opens at once, folded, and is read and searched by parts", async ({ page }) => {
  const rows = Array.from({ length: 15_000 }, (_, i) => ({ id: i, note: `row ${i} ${"x".repeat(160)}` }));
  const output = `${"many words ".repeat(150_000)}needle at the end`;
  const callIds = await recordCalls([{ inputs: { rows }, output }]);
  const { desk } = await queueOf({ callIds, displayFields: ["inputs.rows", "output"] });
  await openDesk(page, desk);
  const call = callRegion(page);
  await expect(call.getByRole("heading", { name: /inputs.rows about \d\.\d MB/ })).toBeVisible();
  await expect(call.getByRole("treeitem")).toHaveCount(1);
  await call.getByRole("treeitem").click();
  await expect(call.getByRole("treeitem").nth(5)).toBeVisible();
  expect(await call.getByRole("treeitem").count()).toBeLessThan(200);
  await expect(call.getByRole("button", { name: "Show all 1.7 MB" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("needle at");
  await expect(call.getByRole("status")).toHaveText("1 of 1");
  await expect.poll(() => paintedNow(page)).toBe("needle at");
  await expect(call.getByText("needle at the end")).toBeInViewport();
  await page.getByRole("searchbox", { name: "Find in the item" }).fill("row 14000 ");
  await expect(call.getByRole("status")).toHaveText("1 of 1");
  await expect(call.getByText(/row 14000 /)).toBeInViewport();
});

test("The turns around the judged one are there on demand, each with what it added", async ({ page }) => {
  const said = ["One?", "Two?", "Three?", "Four?"];
  const threadId = `around-${crypto.randomUUID()}`;
  const calls = said.map((content, i) => ({
    inputs: { messages: [{ role: "user", content }] },
    output: `Answer ${i + 1}`,
    thread_id: threadId,
  }));
  const callIds = await recordCalls(calls);
  const { desk } = await queueOf({ callIds: callIds.slice(2, 3) });
  await openDesk(page, desk);
  const call = callRegion(page);
  await expect(call.getByText("turn 3 of 4")).toBeVisible();
  await expect(call.getByRole("region", { name: JUDGED })).toContainText("Answer 3");
  await page.keyboard.press("t");
  await expect(call.getByRole("article", { name: "Turn 2" })).toContainText("Answer 2");
  await expect(call.getByRole("article", { name: "Turn 4" })).toContainText("Four?");
  await expectAccessible(page, `section[aria-label="Call"]`);
});

test("What others said is shown with the whole call only where the queue is open", async ({ page }) => {
  const callIds = await recordCalls([AGENT_CALL]);
  for (const is_blind of [true, false]) {
    const { desk } = await queueOf({ callIds, settings: { is_blind } });
    await openDesk(page, desk);
    await page.keyboard.press("f");
    await expect(callRegion(page).getByRole("region", { name: "summary" })).toBeVisible();
    await expect(callRegion(page).getByRole("region", { name: "Feedback of others" })).toHaveCount(0);
  }
});

test("Pictures inside a message are drawn and remote ones wait for a click; code has colours; a message of 54,000 characters is folded", async ({
  page,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  const content = [
    { type: "text", text: "What is this?" },
    { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
    { type: "image_url", image_url: { url: "https://pictures.example/of-me.png" } },
  ];
  const code = 'def answer(n: int) -> str:\n    return "forty-two"  # always';
  const output = `It is code:\n\n\`\`\`python\n${code}\n\`\`\`\n\n${"And many words. ".repeat(3_375)}`;
  const callIds = await recordCalls([{ inputs: { messages: [{ role: "user", content }] }, output }]);
  const { desk } = await queueOf({ callIds });
  await openDesk(page, desk);
  const call = callRegion(page);
  const picture = call.getByRole("img", { name: "Picture in the message" });
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
  await expect(call.getByRole("link", { name: "Image (pictures.example)" })).toBeVisible();
  expect(requested.filter((url) => url.includes("pictures.example"))).toEqual([]);
  const coloured = call.locator("code[data-coloured=python]");
  await expect(coloured).toHaveText(code);
  expect(await coloured.locator("span").count()).toBeGreaterThan(3);
  const frame = await call.getByRole("region", { name: JUDGED }).boundingBox();
  expect(frame?.height).toBeLessThan(2_500);
  await expectAccessible(page, `section[aria-label="Call"]`);
  await call.getByRole("button", { name: /Show all 54,\d+ characters/ }).click();
  await expect(call.getByRole("button", { name: "Show less" })).toBeVisible();
});
