import fs from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { asWorker, aWorker, type Worker } from "../support/annotators.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { signInOnPage } from "../support/people.ts";
import { aCall, api } from "../support/requests.ts";

const HOME = `/projects/${SERVICE.project}`;
const ITEMS = 6;
/** So long that the answer to it would begin below the fold. */
const LETTER = Array.from({ length: 60 }, (_, line) => `- Purchase ${line + 1} never came.`).join("\n");
/** Ida and Ben differ on the last two of the items. */
const IDA = [true, true, true, false, true, false];
const BEN = [true, true, true, false, false, true];

let queueId = "";
let fieldRef = "";
let callIds: string[] = [];
let ida: Worker;
let ben: Worker;

test.beforeAll(async () => {
  [ida, ben] = await Promise.all([aWorker("Ida", "annotator"), aWorker("Ben", "annotator")]);
  callIds = await storeCalls();
  fieldRef = await makeField();
  queueId = await makeQueue();
  await answerAll(ida, IDA);
  await answerAll(ben, BEN);
});

test("A lead sees how far two annotators agree, decides where they differ, and exports what was said", async ({
  page,
  signIn,
}) => {
  test.setTimeout(120_000);
  await signIn(page);
  await page.goto(`${HOME}/queues/${queueId}`);
  const people = page.getByRole("table", { name: "Progress by annotator" });
  await expect(people.getByRole("row").filter({ hasText: "Ida" })).toContainText(String(ITEMS));
  await expect(page.getByRole("progressbar", { name: `${ITEMS} of ${ITEMS} items done` })).toBeVisible();
  await expect(page.getByText(`${2 * ITEMS} of ${2 * ITEMS} answers given.`)).toBeVisible();

  await page.getByRole("link", { name: "Quality" }).click();
  // Four of six pairs are the same.
  await expect(page.getByText("67 %").first()).toBeVisible();
  await page
    .getByRole("button", { name: /Ben.*and.*Ida|Ida.*and.*Ben/ })
    .first()
    .click();
  await expect(
    page.getByRole("table", { name: /against/ }).getByRole("cell", { name: "3", exact: true }),
  ).toBeVisible();
  const rows = page.getByRole("table", { name: "Disagreements" }).getByRole("row", { name: /^Item / });
  await expect(rows).toHaveCount(2);

  await page.keyboard.press("j");
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("Enter");
  const answers = page.getByRole("table", { name: "Answers by letter" });
  await expect(answers).toBeVisible();
  await expect(answers).not.toContainText("Ida");
  const judged = page.getByRole("region", { name: "You are judging this" });
  await expect(judged).toContainText("It is on its way.");
  await expect(judged).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "1 earlier turn" })).toHaveAttribute(
    "aria-expanded",
    "false",
  );
  await expectAccessible(page);
  await page.keyboard.press("1");
  await expect(page.getByText("Answer A was adopted", { exact: true })).toBeVisible();
  // Once it is decided the names are no secret any more.
  await expect(answers).toContainText("Ida");
  await page.keyboard.press("g");
  await expect(page.getByText("Gold", { exact: true }).first()).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByText("The decision was undone", { exact: true })).toBeVisible();

  await page.keyboard.press("m");
  const merge = page.getByRole("form", { name: "Merge" });
  await merge.getByRole("radio", { name: "Yes" }).check();
  await merge.getByRole("button", { name: "Decide" }).click();
  await expect(page.getByText(/Merged field by field by/)).toBeVisible();

  await page.keyboard.press("j");
  await expect(page.getByText("2 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Adopt A" })).toBeVisible();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: "Send back" });
  await dialog.getByLabel("Note").fill("Look at the policy again.");
  await dialog.getByRole("button", { name: "Send back" }).click();
  await expect(page.getByText(/^Answer [AB] was sent back$/)).toBeVisible();
  await expect(page.getByText(/has it back/)).toBeVisible();

  await exportsBoth(page);
});

test("Writing an own answer decides what nobody said", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto(`${HOME}/queues/${queueId}/items`);
  const row = page.getByRole("row", { name: /^Item 1,/ });
  await row.click();
  const sheet = page.getByRole("dialog", { name: "Item" });
  await expect(sheet.getByRole("table", { name: "Answers" })).toContainText("Ida");
  await sheet.getByRole("link", { name: "Decide" }).click();
  await expect(page.getByRole("table", { name: "Answers by letter" })).toBeVisible();
  await expect(sheet).toBeHidden();
  const form = page.getByRole("form", { name: "Write own" });
  // The page listens to keys a moment after it is drawn.
  await expect(async () => {
    await page.keyboard.press("e");
    await expect(form).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await form.getByRole("button", { name: "Decide" }).click();
  await expect(form.getByText("Answer at least one of the questions.")).toBeVisible();
  await form.getByRole("radio", { name: "No" }).check();
  await form.getByRole("button", { name: "Decide" }).click();
  await expect(page.getByText("Your answer was decided", { exact: true })).toBeVisible();
});

test("Quality and adjudication are free of axe findings, on a phone as well", async ({ browser, signIn }) => {
  test.setTimeout(120_000);
  for (const width of [1440, 390]) {
    const context = await browser.newContext({ viewport: { width, height: 844 } });
    const page = await context.newPage();
    await signIn(page);
    for (const [path, shows] of [
      ["", "Burn-up"],
      ["/quality", "Who agrees with whom"],
    ] as const) {
      await page.goto(`${HOME}/queues/${queueId}${path}`);
      await expect(page.getByRole("heading", { name: shows })).toBeVisible();
      await expectAccessible(page);
      await expectNoOverflow(page);
    }
    // The name of a person is still in sight at what is done about them, however narrow the screen.
    await page.goto(`${HOME}/queues/${queueId}`);
    const person = page
      .getByRole("table", { name: "Progress by annotator" })
      .getByRole("row", { name: /Ida/ });
    await person.getByRole("button", { name: /^Retract/ }).scrollIntoViewIfNeeded();
    await expect(person.getByRole("rowheader")).toBeInViewport({ ratio: 1 });
    await context.close();
  }
});

test("An annotator has no way to the quality, and its address says which role is needed", async ({
  page,
}) => {
  await signInOnPage(page, ida);
  await page.goto(`${HOME}/queues/${queueId}`);
  await expect(page.getByRole("table", { name: "Progress by annotator" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Quality" })).toHaveCount(0);
  await page.goto(`${HOME}/queues/${queueId}/quality`);
  await expect(page.getByText(/needs the role viewer, engineer or admin/)).toBeVisible();
});

test("A viewer sees agreement and answers, and decides nothing", async ({ page }) => {
  const vera = await aWorker("Vera", "viewer");
  await signInOnPage(page, vera);
  await page.goto(`${HOME}/queues/${queueId}/quality`);
  await page
    .getByRole("row", { name: /^Item / })
    .first()
    .click();
  await expect(page.getByRole("table", { name: "Answers by letter" })).toBeVisible();
  await expect(page.getByText("you need the role engineer or admin")).toBeVisible();
  await expect(page.getByRole("button", { name: "Adopt A" })).toHaveCount(0);
});

/** One row for each item and annotator, in both forms. */
async function exportsBoth(page: Page): Promise<void> {
  for (const [format, lines] of [
    ["JSONL", 2 * ITEMS],
    ["CSV", 2 * ITEMS + 1],
  ] as const) {
    await page.getByRole("button", { name: "Actions" }).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: `Export answers as ${format}` }).click();
    const text = fs.readFileSync(await (await saving).path(), "utf8");
    expect(text.trim().split("\n")).toHaveLength(lines);
    expect(text).toContain("Ida");
    expect(text).toContain(callIds[0] ?? "no call");
  }
}

async function storeCalls(): Promise<string[]> {
  const calls = Array.from({ length: ITEMS }, (_, i) =>
    aCall({
      messages: [
        { role: "user", content: "Hello." },
        { role: "assistant", content: "Good morning." },
        { role: "user", content: `Question ${i + 1}: where is my refund?\n\n${LETTER}` },
      ],
    }),
  );
  const batch = calls.flatMap((start) => [
    { mode: "start", req: { start } },
    {
      mode: "end",
      req: {
        end: {
          project_id: SERVICE.project,
          id: start.id,
          ended_at: start.started_at,
          output: "It is on its way.",
          summary: {},
        },
      },
    },
  ]);
  expect((await api("/api/call/upsert_batch", { batch })).status).toBe(200);
  return calls.map(({ id }) => id);
}

async function makeField(): Promise<string> {
  const project_id = SERVICE.project;
  const val = { name: "Was it right?", description: "", field_schema: { type: "boolean" } };
  const obj = { project_id, object_id: "was-it-right", val, builtin_object_class: "AnnotationSpec" };
  const made = await api("/api/obj/create", { obj });
  expect(made.status).toBe(200);
  const { digest } = await made.json();
  return `weave:///${project_id}/object/was-it-right:${digest}`;
}

async function makeQueue(): Promise<string> {
  const project_id = SERVICE.project;
  const queue = { project_id, name: "Answers of two", scorer_refs: [fieldRef], annotators_per_item: 2 };
  const { id } = await (await api("/api/annotation_queues", queue)).json();
  const items = { project_id, call_ids: callIds, display_fields: [] };
  expect((await api(`/api/annotation_queues/${id}/items`, items)).status).toBe(200);
  return id;
}

type Reserved = { reserved: { item: { id: string; call_id: string }; own: { revision: number } }[] };

/** Takes each item as a client does, and says of its call what `said` holds for it. */
async function answerAll(worker: Worker, said: readonly boolean[]): Promise<void> {
  const project_id = SERVICE.project;
  const items = `/api/annotation_queues/${queueId}/items`;
  for (let done = 0; done < said.length; done++) {
    const { reserved } = await asWorker<Reserved>(worker, `${items}/reserve`, { project_id, count: 1 });
    const [next] = reserved;
    if (!next) throw new Error(`Nothing was left for ${worker.name} after ${done} items`);
    const { item, own } = next;
    await asWorker(worker, `${items}/${item.id}/answer`, {
      project_id,
      annotation_state: "completed",
      revision: own.revision,
      active_ms: 12_000,
      feedback: [
        {
          project_id,
          weave_ref: `weave:///${project_id}/call/${item.call_id}`,
          feedback_type: "wandb.annotation.was-it-right",
          annotation_ref: fieldRef,
          payload: { value: said[callIds.indexOf(item.call_id)] },
          queue_id: queueId,
        },
      ],
    });
  }
}
