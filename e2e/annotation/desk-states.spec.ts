import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { answerAs, asWorker, aWorker, type Worker } from "../support/annotators.ts";
import { expect, keyHeaders, SERVICE, test } from "../support/fixtures.ts";
import { signInOnPage } from "../support/people.ts";
import {
  addCalls,
  aQueue,
  CORRECT,
  expireReservations,
  isSaved,
  post,
  type SeededQueue,
  saidIn,
  shows,
  storeCalls,
  TONE,
} from "../support/queues.ts";

const project_id = SERVICE.project;

/** Somebody else reserves items of a queue, through the service's own door. */
async function reserveAs(worker: Worker, queue: SeededQueue, count: number): Promise<void> {
  await asWorker(worker, `/api/annotation_queues/${queue.id}/items/reserve`, { project_id, count });
}

/** The desk hears what others release and takes items by itself, maybe before anyone can press. Returns what lets it. */
async function holdReservations(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/items\/reserve$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("The first load has the shape of the desk", async ({ page, signIn }) => {
  const queue = await aQueue({ items: 2 });
  await signIn(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/items/reserve", async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(queue.desk);
  await expect(page.getByText("Loading the desk")).toBeVisible();
  resolve();
  await shows(page, queue.items[0]?.words ?? "");
  await expectAccessible(page);
});

test("A digit that is pressed while the desk loads answers nothing, and both the skeleton and the item say so", async ({
  page,
  signIn,
}) => {
  const queue = await aQueue({ items: 2 });
  await signIn(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/items\/reserve$/, async (route) => {
    await promise;
    await route.continue();
  });
  const scripts = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(queue.desk, { waitUntil: "commit" });
  await expect(page.getByRole("main")).toBeVisible();
  await page.keyboard.press("2");
  scripts.resolve();
  await expect(page.getByText("No item yet, so 2 was not taken.")).toBeVisible();
  await page.keyboard.press("1");
  await expect(page.getByText("No item yet, so 1 was not taken.")).toBeVisible();
  resolve();
  await expect(page.getByText("You pressed 1 before this item was ready")).toBeVisible();
  await shows(page, queue.items[0]?.words ?? "");
  await expect(page.getByRole("radio", { name: "Yes" })).not.toBeChecked();
});

test("An empty queue says how it fills, and continues by itself once it does", async ({ page, signIn }) => {
  const queue = await aQueue({ items: 0 });
  await signIn(page);
  await page.goto(queue.desk);
  await expect(page.getByRole("heading", { name: "This queue is empty" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add from calls" })).toHaveAttribute(
    "href",
    `/projects/${project_id}/calls`,
  );
  await page.getByRole("button", { name: "Add by API" }).click();
  await expect(page.getByText(`/api/annotation_queues/${queue.id}/items`)).toBeVisible();
  await expectAccessible(page);
  const calls = await storeCalls(1, queue.name);
  await addCalls(queue.id, calls);
  await shows(page, calls[0]?.words ?? "");
});

test("Done for one person says for whom the rest waits, and offers the own answers and another queue", async ({
  page,
  signIn,
}) => {
  const other = await aQueue({ items: 1 });
  const queue = await aQueue({ items: 2, settings: { annotators_per_item: 2 } });
  await signIn(page);
  await page.goto(queue.desk);
  for (const { words } of queue.items) {
    await shows(page, words);
    await page.keyboard.press("1");
  }
  await expect(page.getByRole("heading", { name: "Done for you" })).toBeVisible();
  await expect(page.getByText("2 items wait for a second person.")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Continue with/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Review your answers" }).click();
  await page.getByRole("button", { name: queue.items[0]?.words ?? "" }).click();
  await shows(page, queue.items[0]?.words ?? "");
  await expect(page.getByText("Done by you", { exact: true })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();
  expect(other.items).toHaveLength(1);
});

test("The count of open items falls at once for own answers, and for others' answers once they are announced", async ({
  page,
  signIn,
}) => {
  const queue = await aQueue({ items: 6, settings: { annotators_per_item: 1 } });
  const ana = await aWorker("Ana", "annotator");
  const left = (count: number) => expect(page.getByText(`${count} left for you`)).toBeVisible();
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, queue.items[0]?.words ?? "");
  await left(6);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/answer", async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press("1");
  await left(5);
  await answerAs(ana, queue, 5, true);
  await left(4);
  release();
  await isSaved(page);
  await left(4);
  await page.reload();
  await left(4);
});

test("What is left in other hands says in whose, and comes by itself when it is free", async ({
  page,
  signIn,
}) => {
  const queue = await aQueue({ items: 1, settings: { annotators_per_item: 1 } });
  const ana = await aWorker("Ana", "annotator");
  await reserveAs(ana, queue, 1);
  await signIn(page);
  await page.goto(queue.desk);
  await expect(
    page.getByRole("heading", { name: "All remaining items are reserved by others" }),
  ).toBeVisible();
  await expect(page.getByText("Ana has 1 item").first()).toBeVisible();
  await expectAccessible(page);
  await asWorker(ana, `/api/annotation_queues/${queue.id}/items/release`, { project_id });
  await shows(page, queue.items[0]?.words ?? "");
});

test("A queue of which everything is done says so, with its totals", async ({ page, signIn }) => {
  const queue = await aQueue({ items: 2, settings: { annotators_per_item: 1 } });
  const ana = await aWorker("Ana", "annotator");
  await answerAs(ana, queue, 0, true);
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, queue.items[1]?.words ?? "");
  await page.keyboard.press("2");
  await expect(page.getByRole("heading", { name: "This queue is complete" })).toBeVisible();
  await expect(page.getByText(/2 items of 2 done with 2 answers/)).toBeVisible();
  await expect(page.getByText(/1 item of 2/)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Desk" })).toBeFocused();
  await expect(page.getByRole("link", { name: "See the queue" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Make a dataset" }).click();
  await expect(page.getByRole("dialog", { name: "Make a dataset" })).toBeVisible();
});

test("The desk reports a reservation lost to others, keeps the answer as a draft, and can reserve the item again", async ({
  page,
  signIn,
}) => {
  const queue = await aQueue({ items: 2, fields: [CORRECT, TONE], settings: { annotators_per_item: 1 } });
  const ana = await aWorker("Ana", "annotator");
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, queue.items[0]?.words ?? "");
  // Else the desk might take the item again before somebody else does.
  const letGo = await holdReservations(page);
  await page.keyboard.press("1");
  await expect(page.getByText("Draft kept here")).toBeVisible();
  await expireReservations(queue.id);
  await reserveAs(ana, queue, 2);
  // The desk looks after its reservations whenever the connection comes back.
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.getByText("You no longer hold this item.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Submit and next" })).toBeDisabled();
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();
  await expectAccessible(page);
  await asWorker(ana, `/api/annotation_queues/${queue.id}/items/release`, { project_id });
  await page.getByRole("button", { name: "Take again" }).click();
  letGo();
  await expect(page.getByText("You no longer hold this item.")).toBeHidden();
  await page.getByRole("radio", { name: "kind" }).check();
  await page.keyboard.press("Control+Enter");
  await isSaved(page);
  expect(await saidIn(queue.id)).toHaveLength(2);
});

test.describe("with refusals", () => {
  test.use({ expectedErrors: [/403|404|409|422/] });

  test("a queue of named annotators says who may, and who can change it", async ({ page, signIn }) => {
    const ana = await aWorker("Ana", "annotator");
    const queue = await aQueue({ items: 1, settings: { annotator_ids: [ana.userId] } });
    await signIn(page);
    await page.goto(queue.desk);
    await expect(page.getByRole("heading", { name: "You cannot annotate this queue" })).toBeVisible();
    await expect(page.getByText(/an engineer or admin of the project can name you/)).toBeVisible();
  });

  test("an answer that comes too late for its slot brings the item back, and Next moves on", async ({
    page,
    signIn,
  }) => {
    const queue = await aQueue({ items: 2, settings: { annotators_per_item: 1 } });
    const ana = await aWorker("Ana", "annotator");
    await signIn(page);
    await page.goto(queue.desk);
    await shows(page, queue.items[0]?.words ?? "");
    await expireReservations(queue.id);
    await answerAs(ana, queue, 0, false);
    await page.keyboard.press("1");
    await expect(page.getByText("You no longer hold this item.")).toBeVisible();
    await shows(page, queue.items[0]?.words ?? "");
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await shows(page, queue.items[1]?.words ?? "");
    expect(await saidIn(queue.id)).toEqual([
      `${queue.items[0]?.callId} wandb.annotation.is-it-correct false`,
    ]);
  });

  test("from an item that has been removed the desk moves on, and says so in its own words", async ({
    page,
    signIn,
  }) => {
    const queue = await aQueue({ items: 2 });
    await signIn(page);
    await page.goto(queue.desk);
    await shows(page, queue.items[0]?.words ?? "");
    const url = `${SERVICE.url}/api/annotation_queues/${queue.id}/items/${queue.items[0]?.id}?project_id=${project_id}`;
    expect((await fetch(url, { method: "DELETE", headers: keyHeaders() })).status).toBe(200);
    await page.keyboard.press("1");
    await expect(page.getByText("An item is no longer in the queue", { exact: true })).toBeVisible();
    await expect(
      page.getByText("Somebody removed it, or its call was deleted. Your answer to it was not counted.", {
        exact: true,
      }),
    ).toBeVisible();
    await shows(page, queue.items[1]?.words ?? "");
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect(page.getByRole("heading", { name: "This item is no longer in the queue" })).toBeVisible();
    await expect(page.getByText("They are kept in this browser")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await shows(page, queue.items[1]?.words ?? "");
  });

  test("a deleted call leaves a card in place of the call, and the item can be passed over", async ({
    page,
    signIn,
  }) => {
    const queue = await aQueue({ items: 2 });
    const [gone, next] = queue.items;
    await post("/api/calls/delete", { project_id, call_ids: [gone?.callId] });
    await signIn(page);
    await page.goto(queue.desk);
    await expect(page.getByRole("heading", { name: /deleted/ })).toBeVisible();
    await page.keyboard.press("j");
    await shows(page, next?.words ?? "");
  });

  test("what the service finds wrong with one answer stands at its field", async ({ page, signIn }) => {
    const code = { name: "Which code?", schema: { type: "string", pattern: "^[A-Z]{3}$" } };
    const queue = await aQueue({ items: 2, fields: [CORRECT, code] });
    await signIn(page);
    await page.goto(queue.desk);
    await shows(page, queue.items[0]?.words ?? "");
    await page.getByRole("radio", { name: "Yes" }).check();
    const field = page.getByRole("textbox", { name: code.name });
    await field.fill("abc");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("This item came back because it was not saved.")).toBeVisible();
    await shows(page, queue.items[0]?.words ?? "");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveValue("abc");
    expect(await saidIn(queue.id)).toEqual([]);
    await field.fill("ABC");
    await page.keyboard.press("Control+Enter");
    await shows(page, queue.items[1]?.words ?? "");
    await isSaved(page);
    expect(await saidIn(queue.id)).toHaveLength(2);
  });
});

test("An item that a lead sent back comes first, with the note on top", async ({ page }) => {
  const queue = await aQueue({ items: 3 });
  const ida = await aWorker("Ida", "annotator");
  await answerAs(ida, queue, 1, true);
  const note = "Please look at the refund rule again";
  await post(`/api/annotation_queues/${queue.id}/items/${queue.items[1]?.id}/send_back`, {
    project_id,
    annotator_user_id: ida.userId,
    note,
  });
  await signInOnPage(page, ida);
  await page.goto(queue.desk);
  await shows(page, queue.items[1]?.words ?? "");
  await expect(page.getByText(note)).toBeVisible();
  await expect(page.getByRole("radio", { name: "Yes" })).toBeChecked();
  await expectAccessible(page);
});

test("A break releases the items that were not begun, and continuing reserves them again", async ({
  page,
  signIn,
}) => {
  const queue = await aQueue({ items: 2 });
  const reserved = async () => {
    const filter = { is_reserved: true };
    const body = { project_id, filter };
    return (await post<{ items: unknown[] }>(`/api/annotation_queues/${queue.id}/items/query`, body)).items
      .length;
  };
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, queue.items[0]?.words ?? "");
  expect(await reserved()).toBe(2);
  await page.keyboard.press("p");
  await expect(page.getByRole("heading", { name: "You are taking a break" })).toBeVisible();
  await expect.poll(reserved).toBe(0);
  await expectAccessible(page);
  await page.keyboard.press("p");
  await shows(page, queue.items[0]?.words ?? "");
  expect(await reserved()).toBe(2);
});

test("People who may not annotate see which role they need and who can grant it", async ({ page }) => {
  const queue = await aQueue({ items: 1 });
  const reader = await aWorker("Reader", "viewer");
  await signInOnPage(page, reader);
  await page.goto(queue.desk);
  await expect(page.getByRole("heading", { name: "You cannot annotate in this project" })).toBeVisible();
  await expect(page.getByText(/Your role in acme\/support is viewer/)).toBeVisible();
  await expect(page.getByText(/an admin of the project can give it to you/)).toBeVisible();
});
