import type { Page } from "@playwright/test";
import { expect, test } from "./open-fixture.ts";

async function sent(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Held out" }).focus();
  await expect(page.getByRole("textbox", { name: "Name" })).not.toBeInViewport();
  await page.getByRole("button", { name: "Build" }).click();
}

async function refuse(page: Page, what: "name" | "form"): Promise<void> {
  await page.evaluate((detail) => window.dispatchEvent(new CustomEvent("refuse", { detail })), what);
}

test("The field that the service refuses gets the focus, however far it is scrolled out of the dialog", async ({
  open,
}) => {
  const page = await open("dialogs", "form that is refused");
  await page.getByRole("button", { name: "Make…" }).click();
  await sent(page);
  await refuse(page, "name");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await expect(page.getByText("“outcome” is the name of a question.")).toBeInViewport();
  // A fault that is shown already gets it again.
  await sent(page);
  await refuse(page, "name");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
});

test("What the service refuses of no field comes into view", async ({ open }) => {
  const page = await open("dialogs", "form that is refused");
  await page.getByRole("button", { name: "Make…" }).click();
  await sent(page);
  await refuse(page, "form");
  await expect(page.getByText("The queue was deleted.")).toBeInViewport();
});

test("Who types in a form before the service answers keeps the focus", async ({ open }) => {
  const page = await open("dialogs", "form that is refused");
  await page.getByRole("button", { name: "Make…" }).click();
  await sent(page);
  const other = page.getByRole("textbox", { name: "Held out" });
  await other.fill("20");
  await refuse(page, "name");
  await expect(page.getByText("“outcome” is the name of a question.")).toBeAttached();
  await expect(other).toBeFocused();
});
