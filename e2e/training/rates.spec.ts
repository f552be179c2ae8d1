import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aModel, bearer, rowsOf } from "../support/training.ts";

const HOME = `/projects/${SERVICE.project}`;
const OFFER = "Try rates on these rows (about ten seconds)";
/** A machine with other work needs longer to load a model. */
const ANSWERED = { timeout: 150_000 };

async function openForm(page: Page, modelId: string): Promise<void> {
  await page.goto(`${HOME}/training/new?model=${modelId}`);
  await page.getByText("How to learn").click();
}

async function upload(page: Page, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page
    .getByLabel("Training file")
    .setInputFiles({ name: "rows.jsonl", mimeType: "application/jsonl", buffer });
}

async function jobsOf(modelId: string): Promise<unknown[]> {
  return (await (await bearer(`/v1/preview/training-jobs?model_id=${modelId}`)).json()).data;
}

test("rates are tried on the rows of a form, broken off, tried again, and the answer is taken by keys; nothing is trained", async ({
  page,
  signIn,
}) => {
  test.setTimeout(300_000);
  const modelId = await aModel();
  await signIn(page);
  await openForm(page, modelId);
  const probe = page.getByRole("region", { name: "Rates tried on these rows" });
  await expect(probe.getByRole("button", { name: OFFER })).toBeDisabled();
  await upload(page, rowsOf(60));
  await page.getByLabel("Learning rate", { exact: true }).fill("0.7");
  const offer = probe.getByRole("button", { name: OFFER });
  await expect(offer).toBeEnabled();
  await offer.focus();
  await page.keyboard.press("Enter");
  const cancel = probe.getByRole("button", { name: "Cancel" });
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(offer).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(probe.getByText(/Use the usual rate|A tenth of that is/)).toBeVisible(ANSWERED);
  await expectAccessible(page);
  const use = probe.getByRole("button", { name: /^Use 0\.\d+$/ });
  const rate = ((await use.textContent()) ?? "").replace("Use ", "");
  await use.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Learning rate", { exact: true })).toHaveValue(rate);
  await expect(probe.getByText("The form has this rate.")).toBeVisible();
  expect(await jobsOf(modelId)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  // What it found is of these settings.
  await page.getByLabel("Batch size").fill("2");
  await expect(probe.getByText(/Use the usual rate|A tenth of that is/)).toBeHidden();
});

test("few rows, and preferences, have their sentence in the form", async ({ page, signIn }) => {
  const modelId = await aModel();
  await signIn(page);
  await openForm(page, modelId);
  await upload(page, rowsOf(5));
  await page.getByRole("button", { name: OFFER }).click();
  await expect(page.getByText("There are 5 rows to try rates on, and a curve needs 8.")).toBeVisible();
  await page.getByRole("radio", { name: "Preferences" }).click();
  await page.getByText("How to learn").click();
  await expect(page.getByRole("button", { name: OFFER })).toBeVisible();
  await page.getByRole("radio", { name: "Reinforcement (RL)" }).click();
  await expect(page.getByRole("button", { name: OFFER })).toHaveCount(0);
});
