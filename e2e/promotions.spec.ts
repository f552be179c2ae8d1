import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { aModel, bearer } from "./support/training.ts";

const HOME = `/projects/${SERVICE.project}`;
const WHY = "It answers in the wrong language";

test("who asked for a step and did not get it reads why, until somebody asks again", async ({
  page,
  signIn,
}) => {
  const model_id = await aModel();
  const wish = { project_id: SERVICE.project, model_id, alias: "production", step: 0 };
  expect((await bearer("/api/promotions", wish)).status).toBe(200);
  await signIn(page);
  await page.goto(`${HOME}/models/${model_id}?tab=aliases`);
  const alias = page.getByRole("region", { name: "Alias production" });
  await alias.getByRole("button", { name: "Refuse…" }).click();
  const dialog = page.getByRole("dialog", { name: "Refuse step 0 for production?" });
  await dialog.getByLabel("Note").fill(WHY);
  await dialog.getByRole("button", { name: "Refuse" }).click();

  const refused = alias.getByRole("note", { name: "Refused: production" });
  await expect(refused).toContainText("Step 0 was refused by admin");
  await expect(refused).toContainText(`“${WHY}”`);
  const history = alias.getByRole("list", { name: "History of production" });
  await expect(history.getByRole("listitem").first()).toContainText(WHY);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${HOME}/overview`);
  const waiting = page.getByRole("region", { name: "Waiting" });
  const row = waiting
    .getByRole("link", { name: "Step 0 for production was refused" })
    .filter({ hasText: WHY });
  await expect(row.first()).toContainText("for you");

  await page.goto(`${HOME}/models/${model_id}?tab=aliases`);
  await expect(refused).toBeVisible();
  expect((await bearer("/api/promotions", wish)).status).toBe(200);
  await expect(alias.getByRole("list", { name: "Waiting for approval: production" })).toBeVisible();
  await expect(refused).toHaveCount(0);
  await expect(history.getByRole("listitem").first()).toContainText(WHY);
});

test("an approved alias is at its new step at once, also while the page is still read again", async ({
  page,
  signIn,
}) => {
  const model_id = await aModel();
  const wish = { project_id: SERVICE.project, model_id, alias: "production", step: 0 };
  expect((await bearer("/api/promotions", wish)).status).toBe(200);
  await signIn(page);
  await page.goto(`${HOME}/models/${model_id}?tab=aliases`);
  const alias = page.getByRole("region", { name: "Alias production" });
  const approve = alias.getByRole("button", { name: "Approve" });
  await expect(approve).toBeVisible();
  const held = Promise.withResolvers<void>();
  const readAgain = ({ pathname }: URL) =>
    ["/aliases", "/aliases/production/history"].some((end) => pathname.endsWith(`/${model_id}${end}`)) ||
    pathname.endsWith("/promotions/query");
  await page.route(readAgain, async (route) => {
    await held.promise;
    await route.continue();
  });
  await approve.click();
  const head = alias.locator("header");
  await expect(head.getByText("step 0", { exact: true })).toBeVisible();
  await expect(approve).toHaveCount(0);
  await expect(page.getByText("production is step 0 now.", { exact: true })).toBeVisible();
  await expect(head.getByText(/^since/)).toHaveCount(0);
  const lastMove = alias.getByText("Loading the last move", { exact: true });
  await expect(lastMove).toBeVisible();
  held.resolve();
  await expect(head.getByText(/^since .* by admin/)).toBeVisible();
  await expect(lastMove).toHaveCount(0);
  const history = alias.getByRole("list", { name: "History of production" });
  await expect(history.getByRole("listitem").first()).toContainText("step 0approvedby admin");
});
