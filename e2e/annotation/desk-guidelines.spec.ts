import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, keyHeaders, SERVICE, test } from "../support/fixtures.ts";
import { aQueue, CORRECT, type SeededQueue, shows, TONE } from "../support/queues.ts";

test("An open desk announces guidelines that a lead changes, shows the change, and keeps the form", async ({
  page,
  signIn,
}) => {
  const description = "Say yes only if the order is named.\n\nMind the tone.";
  const queue = await aQueue({ items: 2, fields: [CORRECT, TONE], settings: { description } });
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, queue.items[0]?.words ?? "");
  await page.getByRole("radio", { name: "kind" }).check();
  const note = page.getByRole("textbox", { name: "Note" });
  await note.fill("Half a thought");
  const notice = page.getByText("The guidelines changed.");
  const expectForm = async () => {
    await expect(page.getByRole("radio", { name: "kind" })).toBeChecked();
    await expect(note).toHaveValue("Half a thought");
  };

  await changeGuidelines(queue, description.replace("named", "named and found"));
  await expect(notice).toBeVisible();
  await expect(page.getByRole("region", { name: "Guidelines" })).toContainText("named and found");
  await expect(note).toBeFocused();
  await expectForm();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show what changed" }).click();
  const changes = page.getByRole("dialog", { name: "What changed in the guidelines" });
  await expect(changes.locator("ins")).toHaveText(" and found");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Show what changed" }).click();
  await changes.getByRole("button", { name: "I have read them" }).click();
  await expect(changes).toBeHidden();
  await expect(notice).toBeHidden();
  await expectForm();

  await changeGuidelines(queue, "Say yes if the customer is helped.");
  await expect(notice).toBeVisible();
  await page.reload();
  await shows(page, queue.items[0]?.words ?? "");
  await expect(notice).toBeVisible();
  await expectForm();
  // Closing the guidelines is not reading them; opening them is, and brings a form that is hidden into sight.
  for (const key of ["i", "]"]) await page.keyboard.press(key);
  await expect(page.getByRole("region", { name: "Your answers" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Guidelines changed" })).toBeVisible();
  await page.keyboard.press("i");
  await expect(page.getByRole("region", { name: "Guidelines" })).toContainText("helped");
  await expect(notice).toBeHidden();
  await page.reload();
  await shows(page, queue.items[0]?.words ?? "");
  await expectForm();
  await expect(notice).toBeHidden();
});

test("On a phone a change of guidelines is announced even while the questions are collapsed", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const queue = await aQueue({ items: 1, settings: { description: "Say yes only if the order is named." } });
  await signIn(page);
  await page.goto(queue.desk);
  await shows(page, queue.items[0]?.words ?? "");
  await changeGuidelines(queue, "");
  await expect(page.getByText("The guidelines were removed.")).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Hide the questions" }).click();
  await expect(page.getByText("The guidelines were removed.")).toBeInViewport();
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "I have read them" }).click();
  await expect(page.getByText("The guidelines were removed.")).toBeHidden();
});

async function changeGuidelines(queue: SeededQueue, description: string): Promise<void> {
  const response = await fetch(`${SERVICE.url}/api/annotation_queues/${queue.id}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", ...keyHeaders() },
    body: JSON.stringify({ project_id: SERVICE.project, description }),
  });
  expect(response.status).toBe(200);
}
