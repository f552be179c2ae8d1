import type { Browser, Page } from "@playwright/test";
import { sampleFile } from "#lib/testing/data/sample-data.ts";
import { importConversations, smallConversations } from "../support/conversations.ts";
import {
  type Answer,
  answerByKeys,
  answerByMouse,
  atItem,
  expectAnswer,
  QUESTIONS,
  TONES,
} from "../support/desk.ts";
import { expect, test } from "../support/fixtures.ts";
import { aPerson, invite, join } from "../support/people.ts";
import {
  type Entered,
  expectedFeedback,
  feedbackOf,
  progressOf,
  turnsByThread,
} from "../support/readings.ts";

const ITEMS = 20;
/** How far the second annotator goes. */
const [ANSWERED, SKIPPED] = [8, 2];

const dialogues = sampleFile("sgd-dialogues.jsonl");
/** A small set where the sample conversations are not on this machine (`SPINDLE_SAMPLE_DATA`). */
const SOURCE = dialogues
  ? { name: "512 real dialogues", file: dialogues, totals: /512 threads, 3,755 turns, 1,029 nested calls/ }
  : {
      name: "a small set of conversations",
      file: smallConversations(),
      totals: /24 threads, 32 turns, 8 nested calls/,
    };
const project = "acme/dialogues";

test(`${SOURCE.name}: imported, sorted, queued, annotated by two people at once, and read back`, {
  tag: "@long",
}, async ({ page, signIn, browser }) => {
  test.setTimeout(240_000);
  const { file, totals } = SOURCE;
  expect(await importConversations(file, project)).toMatch(totals);
  expect(await importConversations(file, project)).toMatch(/0 calls added/);

  await signIn(page);
  await sortsByTurns(page, project);
  const queue = await makeQueue(page, project);
  await addCalls(page, project, queue.name);
  const [ida, ben] = [aPerson("Ida"), aPerson("Ben")];
  const entered = await annotateTogether(page, browser, { project, queueId: queue.id, ida, ben });

  await expect
    .poll(() => progressOf(project, queue.id))
    .toEqual({
      [ida.name]: { completed: ITEMS, skipped: 0 },
      [ben.name]: { completed: ANSWERED, skipped: SKIPPED },
    });
  await showsProgress(page, project, queue.id, [ida.name, ben.name]);
  expect(entered[ida.name]?.size).toBe(ITEMS);
  expect(await feedbackOf(project, queue.id)).toEqual(await expectedFeedback(project, queue.id, entered));
});

async function sortsByTurns(page: Page, project: string): Promise<void> {
  await page.goto(`/projects/${project}/threads`);
  const header = page.getByRole("columnheader", { name: "Turns", exact: true });
  // A press before the page's scripts run does nothing, and one presses again.
  await expect(async () => {
    if ((await header.getAttribute("aria-sort")) === "none") await header.getByRole("button").click();
    await expect(header).toHaveAttribute("aria-sort", "descending", { timeout: 2000 });
  }).toPass();
  const [longest, ...others] = (await turnsByThread(project)).slice(0, 5);
  for (const [i, thread] of [longest, ...others].entries())
    await expect(page.getByRole("row").nth(i + 1)).toContainText(thread?.threadId ?? "a thread");
  // The source of these has no durations.
  await expect(page.getByRole("row").nth(1).getByRole("cell", { name: "–" }).first()).toBeVisible();
  await page.getByRole("row").nth(1).click();
  await expect(
    page.getByRole("dialog", { name: `Thread ${longest?.threadId}` }).getByText("Turn 1", { exact: true }),
  ).toBeVisible();
}

async function makeQueue(page: Page, project: string): Promise<{ id: string; name: string }> {
  const name = `Answers of ${project}`;
  await page.goto(`/projects/${project}/queues`);
  await page.getByRole("button", { name: "New queue" }).first().click();
  const form = page.getByRole("dialog", { name: "New queue" });
  await form.getByLabel("Name", { exact: false }).first().fill(name);
  await form.getByRole("textbox", { name: "Guidelines" }).fill("Read the **whole** answer.");
  await makeField(page, QUESTIONS.correct, null);
  await makeField(page, QUESTIONS.tone, TONES);
  await form.getByRole("radio", { name: "Everyone" }).check();
  await form.getByRole("button", { name: "Create queue" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  return { id: new URL(page.url()).pathname.split("/").at(-1) ?? "", name };
}

/** A yes-or-no field, or a choice among `options`. */
async function makeField(page: Page, question: string, options: readonly string[] | null): Promise<void> {
  await page.getByRole("button", { name: "New question" }).click();
  const form = page.getByRole("form", { name: "New question" });
  await form.getByLabel("Question").fill(question);
  if (options) {
    await form.getByRole("combobox", { name: "Kind of answer" }).click();
    await page.getByRole("option", { name: "One choice" }).click();
    await form.getByLabel("Choices, one per line").fill(options.join("\n"));
  }
  await form.getByRole("button", { name: "Create question" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: question })).toBeVisible();
}

async function addCalls(page: Page, project: string, queueName: string): Promise<void> {
  await page.goto(`/projects/${project}/calls`);
  const rows = page.getByRole("row").filter({ has: page.getByRole("checkbox") });
  await expect(rows.nth(ITEMS)).toBeVisible();
  await rows.nth(1).getByRole("checkbox").check();
  // The last of the range is far below the first on a small screen; shift selects up to it.
  await rows
    .nth(ITEMS)
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText(`${ITEMS} calls selected`)).toBeVisible();
  await page.getByRole("button", { name: "Add to queue" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: /Queue/ }).click();
  await page.getByRole("option", { name: queueName }).click();
  await dialog.getByRole("button", { name: "Add to queue" }).click();
  await expect(page.getByText(`${ITEMS} calls added`, { exact: true })).toBeVisible();
}

type Work = {
  project: string;
  queueId: string;
  ida: ReturnType<typeof aPerson>;
  ben: ReturnType<typeof aPerson>;
};

/** Both work at the same time: one by keyboard through everything, the other by mouse with skips and an undo. */
async function annotateTogether(
  admin: Page,
  browser: Browser,
  { project, queueId, ida, ben }: Work,
): Promise<Entered> {
  const links = [
    await invite(admin, project, { email: ida.email, role: "Annotator" }),
    await invite(admin, project, { email: ben.email, role: "Annotator" }),
  ];
  const [first, second] = [
    await join(browser, links[0] ?? "", ida),
    await join(browser, links[1] ?? "", ben),
  ];
  const desk = `/projects/${project}/queues/${queueId}/annotate`;
  const [idas, bens] = await Promise.all([annotateAll(first.page, desk), annotateSome(second.page, desk)]);
  await Promise.all([first.context.close(), second.context.close()]);
  return { [ida.name]: idas, [ben.name]: bens };
}

async function annotateAll(page: Page, desk: string): Promise<Map<string, Answer>> {
  const answers = Array.from(
    { length: ITEMS },
    (_, i): Answer => ({
      correct: i % 3 !== 0,
      tone: TONES[i % 3] ?? "kind",
      ...(i === 4 ? { note: "Answers another question." } : {}),
    }),
  );
  const entered = new Map<string, Answer>();
  await page.goto(desk);
  for (const [i, answer] of answers.entries()) {
    entered.set(await atItem(page, i), answer);
    await answerByKeys(page, answer);
  }
  await expect(page.getByRole("heading", { name: "Done for you" })).toBeVisible();
  return entered;
}

async function annotateSome(page: Page, desk: string): Promise<Map<string, Answer>> {
  const answers = Array.from(
    { length: ANSWERED },
    (_, i): Answer => ({ correct: i % 2 === 0, tone: TONES[(i + 1) % 3] ?? "kind" }),
  );
  const entered = new Map<string, Answer>();
  await page.goto(desk);
  for (const [i, answer] of answers.entries()) {
    entered.set(await atItem(page, i), answer);
    await answerByMouse(page, answer);
  }
  await atItem(page, ANSWERED);
  // The last answer was a mistake: it comes back as it was, is changed, and is sent again.
  await page.getByRole("button", { name: "Undo" }).click();
  const last = answers[ANSWERED - 1] ?? { correct: true, tone: "kind" };
  const again = await atItem(page, ANSWERED - 1);
  expect([...entered.keys()].at(-1)).toBe(again);
  await expectAnswer(page, last);
  const changed = { ...last, correct: !last.correct };
  await answerByMouse(page, changed);
  entered.set(again, changed);
  for (let i = 0; i < SKIPPED; i++) {
    await atItem(page, ANSWERED + i);
    await page.getByRole("button", { name: "Skip" }).click();
  }
  await atItem(page, ANSWERED + SKIPPED);
  await expect(page.getByRole("status", { name: "Saving" })).toHaveText("Saved");
  return entered;
}

async function showsProgress(page: Page, project: string, queueId: string, names: string[]): Promise<void> {
  await page.goto(`/projects/${project}/queues/${queueId}`);
  await expect(page.getByRole("progressbar", { name: `${ITEMS} of ${ITEMS} items done` })).toBeVisible();
  const table = page.getByRole("table", { name: "Progress by annotator" });
  await expect(table.getByRole("row").filter({ hasText: names[0] ?? "" })).toContainText(String(ITEMS));
  await expect(table.getByRole("row").filter({ hasText: names[1] ?? "" })).toContainText(
    `${ANSWERED}${SKIPPED}`,
  );
}
