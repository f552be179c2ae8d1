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
    // More than a list of calls offers, and newer.
    ...Array.from({ length: 21 }, (_, i) => ({
      inputs: { messages: [{ role: "user", content: `Where are you, ${i}?` }] },
      output: { role: "assistant", content: "Here." },
    })),
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
  const on = page.getByRole("combobox", { name: "On", exact: true });
  const search = page.getByRole("searchbox", { name: "Find a call" });
  await search.fill(name);
  await expect(page.getByRole("status", { name: "Calls found" })).toHaveText(
    `1 call with “${name}” is in the list.`,
  );
  await on.click();
  await page.getByRole("option", { name: question }).click();
  await expect(score).toContainText("Passes");
  await search.fill("no call has this text");
  await expect(page.getByText("No call has “no call has this text”")).toBeVisible();
  await expect(on).toHaveText(question);
  await expect(page.getByRole("list", { name: "The call" })).toContainText("We open at nine.");
  await expectAccessible(page);

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

test("a grader is tried on the call that one came from", async ({ page, signIn }) => {
  const question = `May dogs come in, ${crypto.randomUUID().slice(0, 8)}?`;
  const [callId = ""] = await recordCalls([
    {
      inputs: { messages: [{ role: "user", content: question }] },
      output: { role: "assistant", content: "They may." },
    },
  ]);
  await signIn(page);
  await page.goto(`${HOME}/calls/${callId}`);
  await page.getByRole("link", { name: "Try a grader on it" }).click();
  await expect(page.getByRole("combobox", { name: "On", exact: true })).toHaveText(question);
  await expect(page.getByRole("list", { name: "The call" })).toContainText("They may.");
  const score = page.getByRole("status", { name: "Score" });
  await expect(score).toContainText("A recorded call brings no reference.");
  await expectAccessible(page);
  await page.getByLabel("What it is compared with").fill("They may.");
  await expect(score).toContainText("Passes");

  await page.goto(`${HOME}/graders/new?call=${crypto.randomUUID()}`);
  await expect(page.getByText("The call of this address does not exist.")).toBeVisible();
});
