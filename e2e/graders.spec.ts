import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { recordCalls } from "./support/judged.ts";

const HOME = `/projects/${SERVICE.project}`;

test("a grader is tried out while one types, on a stored call and on many, and stored", async ({
  page,
  signIn,
}) => {
  const name = `hours-${crypto.randomUUID().slice(0, 8)}`;
  const question = `When do you open, ${name}?`;
  await recordCalls([
    {
      inputs: { messages: [{ role: "user", content: question }] },
      output: { role: "assistant", content: "We open at nine." },
    },
  ]);
  await signIn(page);
  await page.goto(`${HOME}/graders/new`);
  const score = page.getByRole("status", { name: "Score" });
  await expect(score).toContainText("Passes");
  await page.getByLabel("Answer", { exact: true }).fill("At ten.");
  await expect(score).toContainText("Fails");
  await page.getByLabel("Item").fill("{}");
  await expect(score).toContainText("{{item.reference}} has no value");
  await page.getByLabel("What it is compared with").fill("at nine");
  await page.getByLabel("Passes if it").click();
  await page.getByRole("option", { name: "contains it", exact: true }).click();
  await expect(score).toContainText("Fails");
  await page.getByLabel("On", { exact: true }).click();
  await page.getByRole("option", { name: question }).click();
  await expect(score).toContainText("Passes");

  await page.getByLabel(/^Name/).fill(name);
  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(page.getByRole("status", { name: "Dry run" })).toContainText("Graded");
  await expect(page.getByRole("figure")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("What it is compared with").fill("at ten");
  await expect(page.getByText("Run it again.")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await expect(page).toHaveURL(/graders\/[0-9a-f-]{36}$/);

  await page.goto(`${HOME}/graders?name=${name}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByLabel("What it is compared with")).toHaveValue("at ten");
  await expectNoOverflow(page);
});
