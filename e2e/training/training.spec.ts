import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aJob, aModel, aRow, bearer, ended, rowsOf } from "../support/training.ts";

const HOME = `/projects/${SERVICE.project}`;

test("a new job says what it will do before it starts, keeps what was typed, and is then followed live", async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  await signIn(page);
  const modelId = await aModel();
  await page.goto(`${HOME}/training/new?model=${modelId}`);
  const rail = page.getByRole("complementary", { name: "What this job will do" });
  await expect(rail).toContainText("Choose data");
  const buffer = Buffer.from(`${rowsOf(80)}\n${aRow(0)}`);
  await page
    .getByLabel("Training file")
    .setInputFiles({ name: "friends.jsonl", mimeType: "application/jsonl", buffer });
  await expect(rail.getByText("1 row repeats an earlier one", { exact: false })).toBeVisible();
  await expect(rail.locator("dd").first()).toHaveText("81");
  await expect(rail.locator("mark", { hasText: "Yes, of course." })).toBeVisible();

  await page.getByText("How to learn").click();
  await page.getByLabel("Batch size").fill("none");
  await page.getByRole("button", { name: "Start training" }).click();
  await expect(page.getByText("Enter a whole number of at least 1.")).toBeVisible();
  await expect(page.getByTitle("friends.jsonl", { exact: true })).toBeVisible();
  await page.getByLabel("Batch size").fill("2");
  await page.getByLabel("Epochs").fill("1");
  await expect(rail.locator("dd").nth(1)).toHaveText("41");
  await page.getByRole("button", { name: "Start training" }).click();

  await expect(page.getByRole("heading", { name: /^Training of friends-/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Chat with it" })).toBeVisible({ timeout: 120_000 });
  const states = page.getByRole("list", { name: "Time in each state" });
  await expect(states).toHaveText(/Queued.*Validating.*Running.*Completed/);
  await expect(page.getByRole("img", { name: /^Grad norm by step, from .* at step 41/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Tokens per second by step/ })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("button", { name: "Name and tags" })).toHaveCount(0);
  await page.getByRole("button", { name: "More about this job" }).click();
  const others = ["Name and tags", "Repeat with changes", "Open the model"];
  await expect(page.getByRole("menuitem")).toHaveText(others);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.getByRole("tab", { name: /^Samples/ }).click();
  const sample = page.getByRole("article", { name: "Prompt 1" });
  await expect(sample.getByText(/^May I bring/)).toBeVisible();
  await expect(sample).not.toContainText("<|");
  await page.getByRole("combobox", { name: "Samples of" }).click();
  await page.getByRole("option", { name: "Before training" }).click();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Samples of" })).toHaveText("Before training");
  await page.getByRole("button", { name: "Later samples" }).click();
  await expect(sample.locator("ins, del").first()).toBeVisible();
});

test("the charts keep their controls over a reload, and their values can be read as a table", async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  await signIn(page);
  const jobId = await aJob(await aModel(), 60, { batch_size: 2 });
  await ended(jobId);
  await page.goto(`${HOME}/training/${jobId}`);
  const loss = page
    .getByRole("figure")
    .filter({ has: page.getByRole("heading", { name: "Loss", exact: true }) });
  await expect(loss).toContainText("step 30");
  await page.getByLabel("Smoothing").fill("0.9");
  await page.getByLabel("Log Y").check();
  await page.waitForURL(/logy=1/);
  await expect(loss).toContainText("smooth");
  await page.getByRole("combobox", { name: "Horizontal axis" }).click();
  await page.getByRole("option", { name: "By tokens" }).click();
  await page.waitForURL(/x=tokens/);
  await page.reload();
  await expect(page.getByLabel("Smoothing")).toHaveValue("0.9");
  await expect(page.getByLabel("Log Y")).toBeChecked();
  await expect(page.getByRole("combobox", { name: "Horizontal axis" })).toHaveText("By tokens");
  await page.getByRole("combobox", { name: "Horizontal axis" }).click();
  await page.getByRole("option", { name: "By training step" }).click();
  await loss.getByText("Values as a table").click();
  await expect(loss.getByRole("rowheader")).toHaveCount(30);

  const picture = loss.getByRole("img");
  const box = await picture.boundingBox();
  if (!box) throw new Error("The chart has no place on the page");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.4, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, y, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole("button", { name: /^Show all/ })).toBeVisible();
  await expect(picture).not.toHaveAccessibleName(/at step 1 to/);
  await page.getByRole("button", { name: /^Show all/ }).click();
  await expect(picture).toHaveAccessibleName(/at step 1 to/);
  await picture.click();
  await expect(page.getByRole("tab", { name: "Rows by loss" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText(/^\d+ rows? of step 1\d$/)).toBeVisible();
  const rows = page.getByRole("list", { name: "Rows by loss" });
  await rows
    .getByText(/^Row \d/)
    .first()
    .click();
  await expect(rows.getByText("May I bring", { exact: false }).last()).toBeVisible();
  await rows.getByRole("button", { name: "Show tokens by loss" }).click();
  const tokens = rows.getByRole("figure", { name: "Tokens by loss" });
  await expect(tokens).toContainText(/as the checkpoint of step \d+ expects it: loss \d+\.\d{3}/);
  await tokens.locator("[data-token]").first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(tokens.getByText(/^“.+” .*%$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: /^Samples/ }).click();
  await expect(
    page.getByText(
      /^There are none for training step 1\d; showing those of (before the training|training step \d+)\.$/,
    ),
  ).toBeVisible();
});

test("an interrupted stream resumes after the last event, and the log misses none and repeats none", async ({
  page,
  signIn,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  const jobId = await aJob(await aModel(), 60, { batch_size: 1 });
  let connections = 0;
  await page.route(/\/training-jobs\/[^/]+\/stream/, async (route) => {
    connections += 1;
    if (connections > 1) {
      await route.continue();
      return;
    }
    const body = await firstEvents(jobId, 12);
    await route.fulfill({ status: 200, contentType: "text/event-stream", body });
  });
  await page.goto(`${HOME}/training/${jobId}?tab=events&events=steps`);
  const log = page.getByRole("table", { name: "Events, oldest first" });
  const { step } = await ended(jobId);
  await expect(log.getByText(`Step ${step}`, { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(log).toHaveAttribute("aria-rowcount", String(step));
  expect(connections).toBeGreaterThan(1);
});

/** The first events of a job's stream, as the wire has them. */
async function firstEvents(jobId: string, count: number): Promise<string> {
  const response = await bearer(`/v1/preview/training-jobs/${jobId}/stream`);
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split("\n\n");
    if (events.length > count) return `${events.slice(0, count).join("\n\n")}\n\n`;
  }
  return text;
}

test("the log is left where one reads, says what is new, and an event has an address", async ({
  page,
  signIn,
}) => {
  test.setTimeout(240_000);
  await signIn(page);
  // Many more steps than are taken until the test cancels it, on any machine.
  const jobId = await aJob(await aModel(), 6_000, { batch_size: 1 });
  await page.goto(`${HOME}/training/${jobId}?tab=events`);
  const log = page.getByRole("table", { name: "Events, oldest first" });
  // Steps pass so fast that a certain one may be gone before anybody looks.
  await expect(log.getByText(/^Step ([4-9]\d|\d{3}|\d,\d{3})$/).first()).toBeVisible({ timeout: 90_000 });
  // The table is taller than what shows of it, and moves with each step: its own middle may be anywhere.
  const shown = await page.getByRole("region", { name: "Events" }).boundingBox();
  if (!shown) throw new Error("The log has no place on the page");
  await page.mouse.move(shown.x + shown.width / 2, shown.y + shown.height / 2);
  // The browser may answer a step that arrives in the same frame first, and a person turns the wheel more than once.
  await expect(async () => {
    await page.mouse.wheel(0, -20_000);
    await expect(log.getByText("Step 1", { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: /\d+ new$/ })).toBeVisible({ timeout: 30_000 });
  await expect(log.getByText("Step 1", { exact: true })).toBeVisible();
  await log.getByRole("link", { name: /^Link to Step 2,/ }).click();
  await page.reload();
  await expect(log.locator("[aria-current=true]")).toContainText("Step 2");

  await expectStillPage(page, jobId);
  const runningInk = await inkOf(page);
  await page.getByRole("button", { name: "Cancel job" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the job" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible({ timeout: 30_000 });
  expect(await inkOf(page)).not.toBe(runningInk);
});

/** The facts of a running job take the same room before and after its time left is known, on each kind of screen. */
async function expectStillPage(page: Page, jobId: string): Promise<void> {
  const rooms = async () => {
    const found: number[] = [];
    for (const width of [1440, 1280, 720, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const above = await page.getByRole("definition").first().boundingBox();
      const below = await page.getByRole("tab", { name: "Charts" }).boundingBox();
      found.push((below?.y ?? 0) - (above?.y ?? 0));
    }
    return found;
  };
  const stepsDone = async () => (await (await bearer(`/v1/preview/training-jobs/${jobId}`)).json()).step;
  await expect.poll(stepsDone, { timeout: 60_000 }).toBeGreaterThan(0);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let connections = 0;
  const stream = /\/training-jobs\/[^/]+\/stream/;
  await page.route(stream, async (route) => {
    connections += 1;
    if (connections > 1) {
      await released;
      await route.continue();
    } else
      await route.fulfill({
        status: 200,
        contentType: "text/event-stream",
        body: await firstEvents(jobId, 6),
      });
  });
  // What the job's first steps leave open: when it ends.
  const queue = /\/training-queue/;
  await page.route(queue, async (route) => {
    const response = await route.fetch();
    const { running, ...others } = await response.json();
    const json = { ...others, running: running.map((job: object) => ({ ...job, ends: null })) };
    await route.fulfill({ response, json });
  });
  await page.goto(`${HOME}/training/${jobId}`);
  await expect(page.getByRole("heading", { name: /^Training of friends-/ })).toBeVisible();
  await expect(page.getByText("known after a few steps")).toBeVisible();
  const before = await rooms();
  await page.unroute(queue);
  release();
  await expect(page.getByText(/^about /)).toBeVisible({ timeout: 30_000 });
  expect(await rooms()).toEqual(before);
  await page.unroute(stream);
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** The colour that the charts of the page draw their lines in. */
function inkOf(page: Page): Promise<string> {
  return page
    .locator("figure [data-ink=line]")
    .first()
    .evaluate((probe) => getComputedStyle(probe).color);
}

test("a cancelled job is tried again with the same settings, and says so", async ({ page, signIn }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const modelId = await aModel();
  const first = await aJob(modelId, 3_000, { batch_size: 1, learning_rate: 0.0002 });
  const second = await aJob(modelId, 20, { batch_size: 4 });
  await page.goto(`${HOME}/training/${second}`);
  await expect(page.getByText("1 job of this model must end before it starts.")).toBeVisible();
  await bearer(`/v1/preview/training-jobs/${first}/cancel`, {});
  await expect(page.getByText(/must end before it starts/)).toHaveCount(0, { timeout: 60_000 });
  await ended(second);
  await page.goto(`${HOME}/training/${first}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page).not.toHaveURL(new RegExp(first));
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(page.getByRole("link", { name: /the job that it repeats/ })).toBeVisible();
  await expect(page.getByText("The same as", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Cancel job" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the job" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible({ timeout: 60_000 });
});

test("rewards are seen as a histogram, whose bars lead to the conversations", async ({ page, signIn }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const modelId = await aModel();
  const jobId = await anRlJob(modelId);
  await page.goto(`${HOME}/training/${jobId}`);
  await page.getByRole("tab", { name: "Rewards" }).click();
  await expect(page.getByText("8 trajectories in 4 groups, mean reward 0.5, from 0 to 1")).toBeVisible();
  await page.getByRole("button", { name: /to 1: 4 trajectories$/ }).click();
  const group = page.getByRole("region", { name: "Group 1" });
  await expect(group).toContainText("1 outside the bar");
  await expect(group).toContainText("Prompt: Question 0");
  await group.getByText("answer 1 of 0").click();
  await expect(group.getByRole("article", { name: "Assistant" })).toHaveText(/answer 1 of 0/);
  await expect(group.getByText(/mean log-probability -0\.700/)).toBeVisible();
  await ended(jobId);
  await expectAccessible(page);
});

test("jobs are filtered, chosen with the keyboard and laid over each other", async ({ page, signIn }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const modelId = await aModel();
  const ids = [await aJob(modelId, 20, { batch_size: 2 }), await aJob(modelId, 20, { batch_size: 4 })];
  for (const id of ids) await ended(id);
  await page.goto(`${HOME}/training?model=${modelId}`);
  await expect(page.getByRole("row", { name: /^Training of friends-/ })).toHaveCount(2);
  await expect(page.getByRole("img", { name: /^Loss from/ })).toHaveCount(2);
  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await expect(page.getByText("No jobs match")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await page.goto(`${HOME}/training?model=${modelId}`);
  await expect(page.getByRole("row", { name: /^Training of friends-/ })).toHaveCount(2);
  const rows = page.getByRole("row", { name: /^Training of friends-/ });
  for (const row of await rows.all()) {
    // The keys are there a moment after the rows.
    await expect(async () => {
      await page.keyboard.press("j");
      await expect(row).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.press("x");
  }
  await page.getByRole("link", { name: "Compare" }).click();
  await expect(
    page.getByRole("img", { name: /^Loss by step, friends-.* 2: from .*; friends-.* 1: from/ }),
  ).toBeVisible();
  const settings = page.getByRole("table", { name: "Settings that differ" });
  await expect(settings.getByRole("rowheader")).toHaveText(["batch_size"]);
  const figures = page.getByRole("table", { name: "Figures of Loss" });
  await expect(figures.getByRole("rowheader")).toHaveCount(2);
  await expectAccessible(page);
});

test("every part of a job's page can be used by everyone, on a phone too", async ({ page, signIn }) => {
  test.setTimeout(180_000);
  await signIn(page);
  const jobId = await aJob(await aModel(), 20);
  await ended(jobId);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const tab of ["charts", "samples", "events", "config"]) {
      await page.goto(`${HOME}/training/${jobId}?tab=${tab}`);
      await expect(page.getByRole("tabpanel")).toContainText(
        /Loss|Model's reply|completed|learning_rate|method/,
      );
      await expectAccessible(page);
      await expectNoOverflow(page);
    }
  }
});

/** Four groups of two answers, of which the second was better. */
async function anRlJob(modelId: string): Promise<string> {
  const sampled = (content: string) => ({
    finish_reason: "stop",
    index: 0,
    message: { role: "assistant", content },
    logprobs: { content: [{ token: "token_id:42", logprob: -0.7, bytes: [], top_logprobs: [] }] },
  });
  const trajectory_groups = [0, 1, 2, 3].map((group) => ({
    trajectories: [0, 1].map((reward) => ({
      messages_and_choices: [
        { role: "user", content: `Question ${group}` },
        sampled(`answer ${reward} of ${group}`),
      ],
      reward,
    })),
  }));
  const response = await bearer("/v1/preview/training-jobs", { model_id: modelId, trajectory_groups });
  expect(response.status).toBe(200);
  return (await response.json()).id;
}
