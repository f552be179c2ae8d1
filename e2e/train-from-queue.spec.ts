import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { answerItems, queueOf, recordCalls, type Spec } from "./support/judged.ts";
import { TONE } from "./support/queues.ts";
import { aModel, bearer, ended } from "./support/training.ts";

const HOME = `/projects/${SERVICE.project}`;
const HELPFUL: Spec = { name: "Is it helpful?", schema: { type: "boolean" } };

/** So many conversations in a queue that asks one question. */
async function aQueue(spec: Spec, count: number): Promise<{ id: string; refs: string[]; mark: string }> {
  const mark = crypto.randomUUID().slice(0, 8);
  const callIds = await recordCalls(
    Array.from({ length: count }, (_, n) => ({
      inputs: { messages: [{ role: "user", content: `Where is parcel ${n}? ${mark}` }] },
      output: { role: "assistant", content: n % 2 === 0 ? `It comes on day ${n}.` : `Who knows, ${n}?` },
    })),
  );
  const { id, refs } = await queueOf({ callIds, specs: [spec] });
  return { id, refs, mark };
}

const alternating = (count: number, [first, second]: readonly [unknown, unknown]) =>
  Array.from({ length: count }, (_, n) => (n % 2 === 0 ? first : second));

/** Presses a key until what it does shows: keys are heard once the page is alive. */
async function press(page: Page, key: string, shown: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await shown();
  }).toPass();
}

test("a queue says what it is ready for, and the way leads by keys to a version and a job", async ({
  page,
  signIn,
}) => {
  const modelId = await aModel();
  const queue = await aQueue(TONE, 24);
  await answerItems(queue, alternating(20, ["kind", "rude"]));
  await signIn(page);
  await page.goto(`${HOME}/queues/${queue.id}`);
  await expect(page.getByRole("link", { name: "Train", exact: true })).toBeVisible();
  await press(page, "t", () => page.waitForURL(/\/train$/, { timeout: 2_000 }));
  await expect(
    page.getByRole("heading", { name: "No dataset takes the answers of this queue" }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Make a dataset of the answers" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a dataset" });
  const name = `tones-${queue.mark}`;
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Held out, in percent").fill("20");
  await expect(dialog.getByRole("status", { name: "Rows" }).locator("dd").last()).toHaveText("4");
  await dialog.getByRole("button", { name: "Build" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(page.getByText("Nothing", { exact: true })).toBeVisible();
  // The newest model may belong to another journey that runs at the same time.
  await page.goto(`${HOME}/queues/${queue.id}/train?model=${modelId}`);
  await expect(page.getByText("20 of 24 items usable", { exact: true })).toBeVisible();
  await expect(page.getByText("4 items still open")).toBeVisible();
  const left = page.getByRole("region", { name: "Left out" });
  await left.getByText("Nobody has answered it yet").click();
  await expect(left.getByRole("link", { name: /^Item / })).toHaveCount(4);
  await expectAccessible(page);
  await answerItems(queue, ["kind", "rude"], 20);
  await page.getByRole("button", { name: "Count again" }).click();
  await expect(page.getByText("+2", { exact: true })).toBeVisible();
  await press(page, "b", () =>
    expect(page.getByText("v1 was built", { exact: true })).toBeVisible({ timeout: 5_000 }),
  );
  await expect(page.getByText("Nothing", { exact: true })).toBeVisible();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Train: what the answers are ready for")).toBeVisible();
  await expect(help.getByText("Train on v1")).toBeVisible();
  await expect(help.getByText("Make a dataset of this")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  // From a list that has the focus as well, which stays closed.
  await page.getByRole("combobox", { name: "Model", exact: true }).focus();
  await press(page, "Control+Enter", () => page.waitForURL(/training\/new\?data=.*v1/, { timeout: 5_000 }));
  await expect(page.getByText(`dataset ${name}:v1`)).toBeVisible();
  await expect(page.getByText(/^\d+ rows to learn; \d+ held out/)).toBeVisible();
  await expect(page.getByText(/^\d+ rows: \d+ epochs, \d+ steps\./)).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Model", exact: true })).toContainText("friends-");
  await page.getByRole("button", { name: "Start training" }).click();
  await expect(page.getByRole("heading", { name: /^Training of friends-/ })).toBeVisible();
});

test("answers train a judge into a model of its own, which is then measured against people", {
  tag: "@long",
}, async ({ page, signIn }) => {
  // So many that hardly ever none is held out.
  const queue = await aQueue({ ...TONE, name: `Tone ${crypto.randomUUID().slice(0, 8)}` }, 32);
  await answerItems(queue, alternating(32, ["kind", "rude"]));
  await signIn(page);
  await page.goto(`${HOME}/queues/${queue.id}`);
  const button = page.getByRole("button", { name: "Train a judge" });
  const make = page.getByRole("dialog", { name: "Train a judge" });
  await button.click();
  await expect(make.getByLabel("Name")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(make).toBeHidden();
  await expect(button).toBeFocused();
  await button.press("Enter");
  await expect(make.getByRole("status", { name: "Rows" }).locator("dd").first()).not.toHaveText("0");
  const dataset = `judged-${queue.mark}`;
  await make.getByLabel("Name").fill(dataset);
  await make.getByRole("button", { name: "Build" }).click();
  await page.getByRole("link", { name: "Train on v0" }).click();

  const create = page.getByRole("dialog", { name: "New model" });
  await expect(create.getByLabel("Name")).toHaveValue(/^spec-[0-9a-f]{8}-judge$/);
  const model = await create.getByLabel("Name").inputValue();
  await expect(create.getByText(/^A judge says other things/)).toBeVisible();
  await expectAccessible(page);
  await create.getByRole("button", { name: "Create model" }).click();
  await expect(page.getByRole("combobox", { name: "Model", exact: true })).toContainText(model);
  // How well it judges is not what this is about.
  await page.getByText("How to learn", { exact: true }).click();
  await page.getByLabel("Epochs").fill("4");
  await page.getByRole("button", { name: "Start training" }).click();
  await expect(page.getByRole("heading", { name: `Training of ${model}` })).toBeVisible();
  expect(await ended(page.url().split("/").at(-1) ?? "")).toMatchObject({ status: "COMPLETED" });

  await page.getByRole("link", { name: /^Make it a judge/ }).click();
  const asked = page.getByLabel("What the model is asked");
  await expect(asked).toHaveValue(/\{\{item\.conversation\}\}[\s\S]*\{\{sample\.answer\}\}/);
  await expect(page.getByRole("combobox", { name: "Model", exact: true })).toContainText(`${model}:step`);
  // Which of them are good nobody has said.
  await expect(page.getByText("Say what “kind”, “neutral” and “rude” are worth, from 0 to 1.")).toBeVisible();
  for (const [label, worth] of [
    ["kind", "1"],
    ["neutral", "0.5"],
    ["rude", "0"],
  ] as const) {
    await expect(page.getByLabel(`Worth of ${label}`)).toHaveValue("");
    await page.getByLabel(`Worth of ${label}`).fill(worth);
  }
  await expect(page.getByRole("status", { name: "Score" })).toContainText(/Passes|Fails/);
  await expect(page.getByLabel("Passes from")).toHaveValue("0.5");
  await expect(page.getByText("Passes", { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Worth of kind").fill("0.9");
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  await expect(page.getByLabel("Grader as JSON")).toHaveValue(/"kind": 0.9/);
  await page.getByRole("button", { name: "Edit in fields" }).click();
  await expect(page.getByLabel("Worth of kind")).toHaveValue("0.9");
  await page.getByRole("button", { name: "Save" }).click();

  await page.waitForURL(/\/agreement\?/);
  await expect(
    page.getByRole("heading", { name: "Nobody knows yet how far it agrees with people" }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  // What is held out of its training is all that says how well it judges.
  const figures = page.getByRole("region", { name: "Figures" });
  await expect(figures).toContainText(/\d+ calls? that both decided/);
  await expect(figures).toContainText(/\d+ because its model was trained on them/);
  const text = (await figures.textContent()) ?? "";
  const numberIn = (form: RegExp) => Number(form.exec(text)?.[1]);
  expect(numberIn(/(\d+) calls? that both/) + numberIn(/(\d+) because its model/)).toBe(32);
  await expect(page.getByRole("table", { name: "Grader against people" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

test("ratings become a dataset of good and bad answers, and a KTO job that ends", { tag: "@long" }, async ({
  page,
  signIn,
}) => {
  const modelId = await aModel();
  const queue = await aQueue(HELPFUL, 12);
  await answerItems(queue, alternating(12, [true, false]));
  await signIn(page);
  await page.goto(`${HOME}/queues/${queue.id}`);
  await page.getByRole("button", { name: "Make a dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a dataset" });
  await dialog.getByRole("combobox", { name: "What it is for", exact: true }).click();
  await page.getByRole("option", { name: /^Good and bad replies/ }).click();
  const name = `rated-${queue.mark}`;
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Held out, in percent").fill("0");
  await expect(dialog.getByRole("status", { name: "Rows" }).locator("dd").first()).toHaveText("12");
  await dialog.getByRole("button", { name: "Build" }).click();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();

  await page.goto(`${HOME}/queues/${queue.id}/train?model=${modelId}`);
  await expect(page.getByText("12 of 12 items usable", { exact: true })).toBeVisible();
  await expect(page.getByText("1 : 1", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Train on v0/ }).click();
  await page.waitForURL(/method=preference.*loss=kto/);
  await expect(page.getByRole("radio", { name: "Preferences" })).toBeChecked();
  const rail = page.getByRole("complementary", { name: "What this job will do" });
  await expect(rail.locator("dd").first()).toHaveText("12");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start training" }).click();
  await expect(page.getByRole("heading", { name: /^Training of friends-/ })).toBeVisible();
  const jobId = page.url().split("/").at(-1) ?? "";
  expect(await ended(jobId)).toMatchObject({
    status: "COMPLETED",
    kind: "preference",
    config: { loss: "kto" },
  });
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
  const { data } = await (await bearer(`/v1/preview/models/${modelId}/checkpoints`)).json();
  expect(data.length).toBeGreaterThan(1);
});
