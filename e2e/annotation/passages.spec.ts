import fs from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { asWorker, aWorker } from "../support/annotators.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { signInOnPage } from "../support/people.ts";
import { addCalls, aQueue, CORRECT, post, shows, storeTexts } from "../support/queues.ts";
import { aCall } from "../support/requests.ts";

const QUESTION = "What is wrong?";
const WORDS = "Sure 👨‍👩‍👧! We open at 8 and café guests pay nothing.";
const TOOLBAR = "Mark the selected passage";
const PATH = "inputs.messages.0.content";

test("A lead asks for passages; one marks them by mouse and keyboard, another otherwise; the lead sees both and exports them", async ({
  page,
  browser,
  signIn,
}) => {
  test.setTimeout(120_000);
  const queue = await aQueue({ items: 0, fields: [CORRECT], settings: { annotators_per_item: 2 } });
  await signIn(page);
  await page.goto(queue.desk.replace("/annotate", "/settings"));
  await page.getByRole("button", { name: "Edit" }).click();
  await askForPassages(page);
  const calls = await storeTexts([WORDS]);
  await addCalls(queue.id, calls);

  const ida = await aWorker("Ida", "annotator");
  const context = await browser.newContext({ baseURL: SERVICE.url });
  const desk = await context.newPage();
  await signInOnPage(desk, ida);
  await desk.goto(queue.desk);
  await shows(desk, WORDS);
  const text = desk.getByRole("textbox", { name: `Text at ${PATH}` });
  const toolbar = desk.getByRole("toolbar", { name: TOOLBAR });
  const marked = desk.getByRole("list", { name: `Marked for ${QUESTION}` });
  const nothing = desk.getByRole("button", { name: "Nothing to mark" });
  for (const key of ["1", "0"]) await desk.keyboard.press(key);
  await expect(nothing).toHaveAttribute("aria-pressed", "true");
  for (const key of ["0", "ArrowUp", "Backspace"]) await desk.keyboard.press(key);
  await expect(nothing).toHaveAttribute("aria-pressed", "false");
  await expect(desk.getByRole("radio", { checked: true })).toHaveCount(0);
  await select(text, "👨‍👩‍👧!", "8");
  await toolbar.waitFor();
  await expectBelow(toolbar, desk.locator("[data-call-scroll]"));
  await expectAccessible(desk);
  await desk.keyboard.press("1");
  await expect(marked).toHaveText("Made up“👨‍👩‍👧! We open at 8”");
  await expect(toolbar).toHaveCount(0);
  await select(text, "at 8", "and");
  await toolbar.getByRole("button", { name: "Vague" }).click();
  await expect(marked.getByRole("listitem")).toHaveCount(2);
  await desk.keyboard.press("ControlOrMeta+z");
  await expect(marked.getByRole("listitem")).toHaveCount(1);
  await selectAndPress(text, "café", "2");
  await expect(marked).toContainText("Vague“café”");
  await desk.keyboard.press("ControlOrMeta+z");
  await expect(marked.getByRole("listitem")).toHaveCount(1);
  await desk.keyboard.press("h");
  await expect(text).toBeFocused();
  await desk.keyboard.type("nothing is written here");
  await desk.keyboard.press("Control+End");
  for (let i = 0; i < "nothing.".length; i++) await desk.keyboard.press("Shift+ArrowLeft");
  await desk.keyboard.press("2");
  await expect(marked).toContainText("Vague“nothing.”");
  await expect(text).toHaveText(WORDS);
  await desk.keyboard.press("Escape");
  await expectAccessible(desk);
  await desk.reload();
  await expect(marked.getByRole("listitem")).toHaveCount(2);
  await expect(text.locator("mark")).toHaveText(["👨‍👩‍👧! We open at 8", "nothing."]);
  await desk.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(desk);
  await desk.setViewportSize({ width: 1440, height: 900 });
  await desk.keyboard.press("ControlOrMeta+Enter");
  await expect(desk.getByText("1 of 1 done by you")).toBeVisible();

  const ben = await aWorker("Ben", "annotator");
  await answerAs(ben, queue.id, calls[0]?.id ?? "");
  await page.goto(queue.desk.replace("/annotate", "/quality"));
  await expect(page.getByText("there is no α for passages")).toBeVisible();
  await page.getByRole("row", { name: /^Item 1/ }).click();
  const answers = page.getByRole("table", { name: "Answers by letter" });
  await expect(answers).toContainText("same passages: F1 0.67");
  const call = page.getByRole("region", { name: "What it is about" });
  await expect(call.locator("mark").last()).toHaveAttribute("data-tag", "A, B: Vague");
  await expectAccessible(page);
  await page.keyboard.press("e");
  const form = page.getByRole("form", { name: "Write own" });
  await select(call.getByRole("textbox", { name: `Text at ${PATH}` }), "café", "guests");
  await page.getByRole("toolbar", { name: TOOLBAR }).getByRole("button", { name: "Made up" }).click();
  await expect(form.getByRole("list", { name: `Marked for ${QUESTION}` })).toHaveText("Made up“café guests”");
  await form.getByRole("button", { name: "Decide" }).click();
  await expect(page.getByText("Your answer was decided", { exact: true })).toBeVisible();
  await expect(answers.getByRole("cell", { name: "Made up “café guests”" })).toBeVisible();
  expect(await exported(page)).toContainEqual(["nothing."]);
  await sayInstead(calls[0]?.id ?? "", WORDS.replace("nothing.", "half."));
  await page.reload();
  // What Ida and Ben marked of the end; the rest of what was marked is as it was.
  await expect(answers.getByText("The text has changed")).toHaveCount(2);
  await context.close();
});

/** A call that is sent again says something else from then on. */
async function sayInstead(id: string, content: string): Promise<void> {
  const start = { ...aCall({ messages: [{ role: "user", content }] }), id, trace_id: id };
  await post("/api/call/upsert_batch", { batch: [{ mode: "start", req: { start } }] });
}

/** In the form of the queue that is open. */
async function askForPassages(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New question" }).click();
  const form = page.getByRole("form", { name: "New question" });
  await form.getByLabel("Question").fill(QUESTION);
  await form.getByRole("combobox", { name: "Kind of answer" }).click();
  await page.getByRole("option", { name: "Passages" }).click();
  await form.getByRole("button", { name: "Create question" }).click();
  await expect(form.getByText("Write at least one label, one per line.")).toBeVisible();
  await form.getByLabel("Labels, one per line").fill("Made up | Nothing says so\nVague");
  await form.getByRole("button", { name: "Create question" }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole("button", { name: "Save queue" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** The one covers nothing of the other. */
async function expectBelow(lower: Locator, upper: Locator): Promise<void> {
  const [below, above] = [await lower.boundingBox(), await upper.boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
}

/** Drags over the text from the first words to the last. */
async function select(text: Locator, from: string, to: string): Promise<void> {
  const [start, end] = await text.evaluate(
    (element, wanted) => {
      const whole = element.textContent ?? "";
      const pointAt = (offset: number, side: "left" | "right") => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        let before = 0;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const length = node.nodeValue?.length ?? 0;
          if (offset < before + length) {
            const range = document.createRange();
            range.setStart(node, offset - before);
            range.setEnd(node, offset - before + 1);
            const { left, right, top, height } = range.getBoundingClientRect();
            return { x: side === "left" ? left + 0.5 : right - 0.5, y: top + height / 2 };
          }
          before += length;
        }
        return { x: 0, y: 0 };
      };
      const first = whole.indexOf(wanted.from);
      const last = whole.indexOf(wanted.to, first) + wanted.to.length - 1;
      return [pointAt(first, "left"), pointAt(last, "right")] as const;
    },
    { from, to },
  );
  const { mouse } = text.page();
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move(end.x, end.y, { steps: 4 });
  await mouse.up();
}

/** The key comes before the page can hear of what was selected. */
async function selectAndPress(text: Locator, words: string, key: string): Promise<void> {
  await text.evaluate(
    (element, wanted) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.nodeValue?.indexOf(wanted.words) ?? -1;
        if (at >= 0) getSelection()?.setBaseAndExtent(node, at, node, at + wanted.words.length);
      }
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: wanted.key, bubbles: true }));
    },
    { words, key },
  );
}

/** The other annotator marks the end of the text alone, through the interface. */
async function answerAs(ben: { key: string }, queueId: string, callId: string): Promise<void> {
  const project_id = SERVICE.project;
  const { items } = await asWorker<{ items: { id: string }[] }>(
    ben,
    `/api/annotation_queues/${queueId}/items/query`,
    { project_id },
  );
  const { queue } = await (
    await fetch(
      `${SERVICE.url}/api/annotation_queues/${queueId}?project_id=${encodeURIComponent(project_id)}`,
      {
        headers: { Authorization: `Bearer ${ben.key}` },
      },
    )
  ).json();
  const annotation_ref: string = queue.scorer_refs[1];
  const start = WORDS.indexOf("nothing.");
  const value = [{ path: PATH, start, end: WORDS.length, quote: "nothing.", label: "Vague" }];
  await asWorker(ben, `/api/annotation_queues/${queueId}/items/${items[0]?.id}/answer`, {
    project_id,
    annotation_state: "completed",
    feedback: [
      {
        project_id,
        weave_ref: `weave:///${project_id}/call/${callId}`,
        feedback_type: "wandb.annotation.what-is-wrong",
        annotation_ref,
        payload: { value },
      },
    ],
  });
}

/** The quotes of each answer in the file of answers. */
async function exported(page: Page): Promise<string[][]> {
  await page.getByRole("button", { name: "Actions" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export answers as JSONL" }).click();
  const lines = fs
    .readFileSync(await (await saving).path(), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line).values[QUESTION].map(({ quote }: { quote: string }) => quote));
}
