import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow, expectNoPageScroll } from "../support/accessible.ts";
import { aWorker } from "../support/annotators.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aQueue, saidIn, shows } from "../support/queues.ts";
import { aBatchOf, aCall, api } from "../support/requests.ts";

const HOME = `/projects/${SERVICE.project}`;
const ITEMS = 130;
let queueId = "";
/** A name of its own for each try, since a failed test has this file begin again. */
const MANY = `Many items ${randomUUID().slice(0, 8)}`;
let callIds: string[] = [];

test.beforeAll(async () => {
  const calls = Array.from({ length: ITEMS }, (_, i) =>
    aCall({ messages: [{ role: "user", content: `Item ${i}` }] }),
  );
  expect((await api("/api/call/upsert_batch", aBatchOf(...calls))).status).toBe(200);
  callIds = calls.map(({ id }) => id);
  queueId = await makeQueue({ name: MANY, description: "# Be fair\nAlways." });
  const items = { project_id: SERVICE.project, call_ids: callIds, display_fields: [] };
  expect((await api(`/api/annotation_queues/${queueId}/items`, items)).status).toBe(200);
});

test("A lead makes a queue on one plane, with a preview, and edits it again", async ({ page, signIn }) => {
  test.setTimeout(90_000);
  await aWorker("Nia", "annotator");
  await signIn(page);
  await page.goto(`${HOME}/queues`);
  await expect(page.getByRole("table", { name: "Queues" })).toBeVisible();
  await page.keyboard.press("n");
  const form = page.getByRole("dialog", { name: "New queue" });
  await expect(form.getByText("As annotators will see it")).toBeVisible();
  // Templates are not only for the first queue of a project.
  await form.getByRole("button", { name: "Start with this: Labels" }).click();
  const template = page.getByRole("dialog", { name: "Start with “Labels”" });
  await expect(template.getByText("Outcome")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(template).toHaveCount(0);
  await expect(form.getByRole("button", { name: "Start with this: Labels" })).toBeFocused();
  await form.getByRole("button", { name: "Create queue" }).click();
  await expect(form.getByText("Enter a name for the queue.")).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Name" })).toBeFocused();
  const name = `Plane ${randomUUID().slice(0, 8)}`;
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("textbox", { name: "Guidelines" }).fill("Read **all** of it.");
  await page.getByRole("button", { name: "New question" }).click();
  const question = form.getByRole("form", { name: "New question" });
  await question.getByLabel("Question").fill("Only begun");
  await form.getByRole("button", { name: "Create queue" }).click();
  const create = question.getByRole("button", { name: "Create question" });
  await expect(create).toBeFocused();
  await expect(create).toHaveAccessibleDescription(/not part of the queue yet: create it or discard it/);
  await expect(question.getByLabel("Question")).toHaveValue("Only begun");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Discard" }).click();
  await makeField(page, `Correct ${randomUUID().slice(0, 8)}?`);
  await form.getByRole("region", { name: "Preview" }).getByRole("radio", { name: "Yes" }).check();
  await form.getByRole("radio", { name: "Only people I name" }).check();
  await form.getByRole("checkbox", { name: /Nia/ }).first().check();
  await form.getByRole("radio", { name: /Several people for some items/ }).check();
  await form.getByRole("textbox", { name: "Share of items, in percent" }).fill("25");
  await form.getByRole("textbox", { name: /Reserved for/ }).fill("0");
  await form.getByRole("button", { name: "Create queue" }).click();
  await expect(form.getByText(/whole minutes from 1/)).toBeVisible();
  await form.getByRole("textbox", { name: /Reserved for/ }).fill("15");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Create queue" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByText("2 people for 25 % of the items, one for the rest")).toBeVisible();
  await expect(page.getByText("15 minutes")).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit queue" });
  await edit.getByRole("textbox", { name: "Name" }).fill("Something else");
  await page.keyboard.press("Escape");
  const asked = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(edit.getByRole("textbox", { name: "Name" })).toHaveValue("Something else");
  await edit.getByRole("radio", { name: /^One person/ }).check();
  // What is still empty stops nothing.
  await edit.getByRole("button", { name: "New question" }).click();
  await edit.getByRole("button", { name: "Save queue" }).click();
  await expect(page.getByRole("heading", { name: "Something else", level: 1 })).toBeVisible();
  await expect(page.getByText("One person", { exact: true })).toBeVisible();
});

test("The list is narrowed by chips that the address keeps, and walked with the keyboard", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(`${HOME}/queues`);
  const row = page.getByRole("row", { name: `Queue ${MANY}` });
  await expect(row).toContainText(`0 of ${ITEMS} items done`);
  await expect(row).toContainText("Be fair");
  await page.getByRole("button", { name: "Completed" }).click();
  await expect(row).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get("show")).toBe("completed");
  await page.reload();
  await expect(page.getByRole("button", { name: "Completed" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Completed" }).click();
  await page.getByRole("button", { name: "Needs me" }).click();
  await expect(row).toBeVisible();
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Filter by name" });
  await expect(search).toBeFocused();
  await search.fill(MANY);
  await page.keyboard.press("Enter");
  // The row of headings begins with the same word.
  await expect(page.getByRole("row", { name: /^Queue (?!Progress)/ })).toHaveCount(1);
  await page.getByRole("heading", { name: "Queues", level: 1 }).click();
  await page.keyboard.press("j");
  await expect(row).toBeFocused();
  await page.keyboard.press("o");
  await page.waitForURL(/\/items$/);
});

test("A queue is archived from its menu, found by its chip, and brought back", async ({ page, signIn }) => {
  const name = `Put away ${randomUUID().slice(0, 8)}`;
  const id = await makeQueue({ name });
  await signIn(page);
  await page.goto(`${HOME}/queues?name=${encodeURIComponent(name)}`);
  const row = page.getByRole("row", { name: `Queue ${name}` });
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(page.getByText(`“${name}” was archived`, { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No queues match" })).toBeVisible();
  const chip = page.getByRole("button", { name: "Archived", exact: true });
  await chip.click();
  await expect(row.getByText("Archived", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`“${name}” was restored`, { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
  await chip.click();
  await expect(row).toBeVisible();

  await page.goto(`${HOME}/queues/${id}/settings`);
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(page.getByText("Yes: hidden from lists, with no new items for annotators")).toBeVisible();
  await expect(page.locator("header").getByText("Archived", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Annotate" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("link", { name: "Annotate" })).toBeVisible();
});

test("A project whose queues are all archived says so and leads to them", async ({ page, signIn }) => {
  const project = `acme/archived-${randomUUID().slice(0, 8)}`;
  await makeQueue({ project_id: project, name: "Last spring", is_archived: true });
  await signIn(page);
  await page.goto(`/projects/${project}/queues`);
  await expect(page.getByRole("heading", { name: "Every queue is archived" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show the archived queues" }).click();
  const row = page.getByRole("row", { name: "Queue Last spring" });
  await row.getByRole("button", { name: "Actions for Last spring" }).click();
  await page.getByRole("menuitem", { name: "Restore" }).click();
  await expect(page.getByRole("heading", { name: "No archived queues" })).toBeVisible();
  await page.getByRole("button", { name: "Show the queues" }).click();
  await expect(row).toBeVisible();
});

test("A desk whose queue is archived keeps its reserved items, then says so, and continues once the queue is restored", async ({
  page,
  signIn,
}) => {
  const queue = await aQueue({ items: 5, settings: { annotators_per_item: 1 } });
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, queue.items[0]?.words ?? "");
  const lead = await page.context().newPage();
  await lead.goto(`${HOME}/queues/${queue.id}`);
  await lead.getByRole("button", { name: "Actions" }).click();
  await lead.getByRole("menuitem", { name: "Archive" }).click();
  await expect(lead.getByRole("button", { name: "Restore" })).toBeVisible();
  await lead.close();
  for (const { words } of queue.items.slice(0, 3)) {
    await shows(page, words);
    await page.keyboard.press("1");
  }
  await expect(page.getByRole("heading", { name: "This queue is archived" })).toBeVisible();
  await expect(page.getByText("Everything is saved.")).toBeVisible();
  await expect(page.getByRole("link", { name: "See the queue" })).toBeVisible();
  expect(await saidIn(queue.id)).toHaveLength(3);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Restore" }).click();
  await shows(page, queue.items[3]?.words ?? "");
  await expect(page.getByText("Archived", { exact: true })).toHaveCount(0);
});

test("A long list scrolls to its end in its own frame, and the page stays where it is", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(`${HOME}/queues/${queueId}/items`);
  const table = page.getByRole("table", { name: "Items" });
  await table.getByRole("row", { name: /^Item 1,/ }).hover();
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(table.getByRole("row", { name: new RegExp(`^Item ${ITEMS},`) })).toBeInViewport({
      timeout: 500,
    });
  }).toPass();
  await page.mouse.wheel(0, 20_000);
  await expectNoPageScroll(page);
  await expect(page.getByRole("link", { name: "Queues" }).first()).toBeInViewport();
});

test("Items are filtered, changed in bulk, and a change is undone", async ({ page, signIn }) => {
  test.setTimeout(90_000);
  await signIn(page);
  await page.goto(`${HOME}/queues/${queueId}/items`);
  const rows = page.getByRole("row", { name: /^Item / });
  await expect(rows.first()).toBeVisible();
  await rows.nth(0).getByRole("checkbox").check();
  await rows.nth(1).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Priority" }).last().click();
  const dialog = page.getByRole("dialog", { name: "Priority of 2 items" });
  await dialog.getByLabel("Priority").fill("7");
  await dialog.getByRole("button", { name: "Set priority" }).click();
  await expect(page.getByText("2 items given a priority", { exact: true })).toBeVisible();
  await page.goto(`${HOME}/queues/${queueId}/items?priority=7`);
  await expect(rows).toHaveCount(2);
  await rows.nth(0).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("dialog", { name: "Assign 1 item" }).getByRole("combobox").click();
  await page.getByRole("option").nth(1).click();
  await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
  await expect(page.getByText("1 item assigned", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();

  await page.goto(`${HOME}/queues/${queueId}/items`);
  await page.getByRole("checkbox", { name: /^Select \d+ rows/ }).check();
  await page.getByRole("button", { name: `Select all ${ITEMS} matching` }).click();
  await page.getByRole("button", { name: "Reopen" }).click();
  await expect(page.getByRole("alertdialog", { name: `Reopen ${ITEMS} items?` })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Clear the selection" }).click();
  await rows.nth(0).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("1 item removed", { exact: true })).toBeVisible();
});

test("Pairs are pasted into a queue that compares", async ({ page, signIn }) => {
  const pairs = await makeQueue({ name: "Pairs", kind: "pairwise" });
  await signIn(page);
  await page.goto(`${HOME}/queues/${pairs}`);
  await page.getByRole("link", { name: "Add pairs" }).click();
  const dialog = page.getByRole("dialog", { name: "Add pairs of calls" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/items$/);
  await page.getByRole("button", { name: "Add pairs" }).first().click();
  await dialog.getByLabel("Call ids").fill(`${callIds[0]},${callIds[1]}\n${callIds[2]}`);
  await dialog.getByRole("button", { name: "Add pairs" }).click();
  await expect(dialog.getByText(/Line 2 needs two call ids/)).toBeVisible();
  await dialog.getByLabel("Call ids").fill(`${callIds[0]},${callIds[1]}\n${callIds[2]} ${callIds[3]}`);
  await dialog.getByRole("button", { name: "Add pairs" }).click();
  await expect(page.getByText("2 pairs added", { exact: true })).toBeVisible();
  await page.getByRole("row", { name: /^Item 1,/ }).click();
  await expect(page.getByRole("region", { name: "Second" })).toBeVisible();
});

test("Of selected calls, those that were asked the same and answered differently become pairs", async ({
  page,
  signIn,
}) => {
  const project = `acme/pairs-${randomUUID().slice(0, 8)}`;
  const asked = [
    ["What is 2 + 2?", "4"],
    ["What is 3 + 3?", "6"],
    ["What is 2 + 2?", "5"],
  ].map(([content, reply]) => {
    const start = { ...aCall({ messages: [{ role: "user", content }] }), project_id: project };
    const end = { project_id: project, id: start.id, ended_at: start.started_at, output: reply, summary: {} };
    return { start, end };
  });
  const batch = asked.flatMap(({ start, end }) => [
    { mode: "start", req: { start } },
    { mode: "end", req: { end } },
  ]);
  expect((await api("/api/call/upsert_batch", { batch })).status).toBe(200);
  const queue = { project_id: project, name: "Which is right?", kind: "pairwise", scorer_refs: [] };
  expect((await api("/api/annotation_queues", queue)).status).toBe(200);
  await signIn(page);
  await page.goto(`/projects/${project}/calls`);
  await page.getByRole("checkbox", { name: /^Select \d+ rows/ }).check();
  await page.getByRole("button", { name: "Add to queue" }).click();
  const dialog = page.getByRole("dialog", { name: "Add 3 calls to a queue" });
  await expect(dialog.getByText(/^1 pair of different replies .* 1 call has no partner/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add to queue" }).click();
  await expect(page.getByText("1 pair added", { exact: true })).toBeVisible();
});

test("An empty project begins with a template, fields and queue in one go", async ({ page, signIn }) => {
  const project = `starters-${randomUUID().slice(0, 8)}`;
  const call = {
    ...aCall({ messages: [{ role: "user", content: "Hello" }] }),
    project_id: `acme/${project}`,
  };
  expect((await api("/api/call/upsert_batch", aBatchOf(call))).status).toBe(200);
  await signIn(page);
  await page.goto(`/projects/acme/${project}/queues`);
  await expect(page.getByRole("heading", { name: "No queues yet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start with this: Rubric from 1 to 5" }).click();
  const dialog = page.getByRole("dialog", { name: /Rubric from 1 to 5/ });
  await expect(dialog.getByText("Helpfulness")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "No queues yet" })).toBeVisible();
  await page.getByRole("button", { name: "Start with this: Rubric from 1 to 5" }).click();
  await dialog.getByLabel("Name").fill("Shop answers");
  // The list may show the queue, and no template any more, before the answer arrives.
  await page.route("**/annotation_queues", async (route) => {
    const response = await route.fetch();
    await page.getByRole("table", { name: "Queues" }).waitFor();
    await route.fulfill({ response });
  });
  await dialog.getByRole("button", { name: "Create queue" }).click();
  await expect(page.getByRole("heading", { name: "Shop answers", level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^Shop answers · /);
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByText("Helpfulness")).toBeVisible();
  await expect(page).toHaveTitle(/^Shop answers · Queue settings/);

  await page.goto(`/projects/acme/${project}/calls/${call.id}`);
  await page.getByRole("button", { name: "Add to queue" }).first().click();
  const adding = page.getByRole("dialog", { name: /Add 1 call/ });
  await expect(adding.getByRole("combobox", { name: /^Queue/ })).toHaveText("Shop answers");
});

test("List, items, settings and form hold on a phone, without axe findings", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  for (const [path, shows] of [
    [`/queues?name=${encodeURIComponent(MANY)}`, MANY],
    [`/queues/${queueId}/items`, "Unstarted"],
    [`/queues/${queueId}/settings`, "Reserved for"],
  ] as const) {
    await page.goto(`${HOME}${path}`);
    await expect(page.getByText(shows).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("dialog", { name: "Edit queue" }).getByLabel("Name").first()).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});

async function makeQueue(more: Record<string, unknown>): Promise<string> {
  const queue = { project_id: SERVICE.project, scorer_refs: [], annotators_per_item: 1, ...more };
  const { id } = await (await api("/api/annotation_queues", queue)).json();
  return id;
}

async function makeField(page: Page, question: string): Promise<void> {
  await page.getByRole("button", { name: "New question" }).click();
  const form = page.getByRole("form", { name: "New question" });
  await form.getByLabel("Question").fill(question);
  await form.getByRole("button", { name: "Create question" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: question })).toBeVisible();
}
