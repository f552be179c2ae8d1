import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aQueue } from "../support/queues.ts";
import { aModel, aRowsDataset } from "../support/training.ts";

const HOME = `/projects/${SERVICE.project}`;
const MANY_TABS = 120;

test("a run of reinforcement is filled in, started, followed over two rounds and read, all by keys", {
  tag: "@long",
}, async ({ page, signIn }) => {
  test.setTimeout(300_000);
  const [modelId, dataset] = [await aModel(), await aRowsDataset({ heldOut: 0 })];
  await signIn(page);
  await page.goto(`${HOME}/training/new?method=rl&model=${modelId}`);
  const start = page.getByRole("button", { name: "Start the run" });
  await expect(start).toBeVisible();
  const prompts = page.getByRole("combobox", { name: "Prompts" });
  // What is chosen from has to be there first.
  await expect(prompts).toHaveText("Choose a dataset…");
  await tabTo(page, start);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Choose a dataset.", { exact: true })).toBeVisible();
  await expect(page.getByText("Choose at least one grader.")).toBeVisible();
  await expect(prompts).toBeFocused();
  await expectAccessible(page);

  await tabTo(page, prompts, "Shift+Tab");
  await choose(page, dataset.name);
  await expect(prompts).toHaveText(dataset.name);
  await tabTo(page, page.getByRole("checkbox", { name: /Similar to the reference/ }));
  await page.keyboard.press("Space");
  for (const [label, value] of [
    ["Prompts", "2"],
    ["Answers to each prompt", "3"],
    ["Maximum tokens per answer", "6"],
    ["Rounds", "2"],
  ] as const) {
    await tabTo(page, page.getByRole("textbox", { name: label, exact: true }));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(value);
  }
  await expect(page.getByText("6 answers a round, of at most 36 tokens together")).toBeVisible();
  await tabTo(page, start);
  await page.keyboard.press("Enter");

  await page.waitForURL(/\/training\/runs\/[^/]+$/);
  const rounds = page.getByRole("table", { name: "Rounds" }).getByRole("row").filter({ hasText: "Done" });
  await expect(rounds).toHaveCount(1, { timeout: 120_000 });
  await expect(rounds).toHaveCount(2, { timeout: 120_000 });
  await expect(page.getByText("All rounds done", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await expect(
    page.getByRole("img", { name: /^Reward by round, from .* at round 1 to .* at round 2/ }),
  ).toBeVisible();
  await expectAccessible(page);

  const answers = page.getByRole("region", { name: "Answers" });
  await expect(answers.getByRole("article")).toHaveCount(6);
  const round = answers.getByRole("combobox", { name: "Round" });
  await expect(round).toHaveText("Round 2");
  await tabTo(page, round);
  await choose(page, "Round 1");
  await expect(page).toHaveURL(/round=1/);
  await tabTo(page, answers.getByRole("combobox", { name: "Order" }));
  await choose(page, "Best first");
  await expect(answers.getByRole("article").first()).toContainText(/May I bring \d+ friends\?/);
  await expect(answers.getByRole("article")).toHaveCount(6);
  // The answers in their earlier order stay in sight until these have come.
  await expect(async () => {
    const rewards = await rewardsOf(answers);
    expect(rewards).toEqual(rewards.toSorted((a, b) => b - a));
  }).toPass();

  const job = page.getByRole("link", { name: "Open the job of round 1" });
  await tabTo(page, job, "Shift+Tab");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/training\/[^/]+$/);
  await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
});

test("where people reward, each option of their question is listed to be scored, and the first that lacks a score is shown", async ({
  page,
  signIn,
}) => {
  const [modelId, dataset] = [await aModel(), await aRowsDataset({ heldOut: 0 })];
  const TONE = { name: "How is it?", schema: { type: "string", enum: ["kind", "dry, but right", "rude"] } };
  const { name } = await aQueue({ items: 0, fields: [TONE] });
  await signIn(page);
  await page.goto(`${HOME}/training/new?method=rl&model=${modelId}&dataset=${dataset.id}`);
  await page.getByRole("combobox", { name: "Queue to ask in" }).click();
  await page.getByRole("option", { name, exact: true }).click();
  const scores = page.getByRole("group", { name: "Score of each option of “How is it?”" });
  await expect(scores.getByRole("textbox")).toHaveCount(3);
  await page.getByRole("button", { name: "Start the run" }).click();
  await expect(scores).toContainText("A score is a number from 0 to 1.");
  await expect(scores.getByRole("textbox", { name: "kind" })).toBeFocused();
  await expectAccessible(page);
  await scores.getByRole("textbox", { name: "kind" }).fill("1");
  await expect(scores.getByRole("textbox", { name: "dry, but right" })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

test("in a project without datasets the form says that none fits, and where one is made", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  const name = `bare-${crypto.randomUUID().slice(0, 8)}`;
  const headers = { origin: SERVICE.url, "sec-fetch-site": "same-origin" };
  const send = (path: string, data: object) => page.request.post(path, { headers, data });
  expect((await send("/api/projects", { entity: "acme", name })).status()).toBe(200);
  const model = { entity: "acme", project: name, name: "friends", base_model: "spindle-mini" };
  expect((await send("/v1/preview/models", model)).status()).toBe(200);
  await page.goto(`/projects/acme/${name}/training/new?method=rl`);
  const prompts = page.getByRole("group", { name: "Prompts" });
  await expect(prompts).toContainText("No dataset fits yet.");
  await page.getByRole("button", { name: "Start the run" }).click();
  await expect(prompts).toContainText("Choose a dataset.");
  await expectAccessible(page);
  await prompts.getByRole("link", { name: "Make one in Datasets" }).click();
  await page.waitForURL(/\/datasets$/);
});

/** Presses the key until that has the focus. */
async function tabTo(page: Page, wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < MANY_TABS; presses++) {
    if (await hasFocus(wanted)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${wanted} never had the focus`);
}

/** Opens the select that has the focus, and picks an option by its name. */
async function choose(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Enter");
  const options = page.locator('[role="option"]:not([data-disabled])');
  await expect(options.filter({ hasText: name })).toBeVisible();
  const at = (await options.allTextContents()).findIndex((text) => text.includes(name));
  // Until the list has the focus, keys go nowhere.
  await expect(page.locator('[role="listbox"]:focus, [role="listbox"]:focus-within')).toBeVisible();
  await page.keyboard.press("Home");
  await expect(options.first()).toBeFocused();
  for (let place = 1; place <= at; place++) {
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(place)).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(options).toHaveCount(0);
}

function hasFocus(wanted: Locator): Promise<boolean> {
  return wanted.evaluate((element) => element === document.activeElement);
}

async function rewardsOf(answers: Locator): Promise<number[]> {
  const texts = await answers.getByText(/^Reward/).allTextContents();
  return texts.map((text) => Number(text.replace("Reward ", "")));
}
