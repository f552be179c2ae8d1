import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export const QUESTIONS = { correct: "Is the answer correct?", tone: "How is the tone?" };
export const TONES = ["kind", "neutral", "rude"] as const;

/** What an annotator enters for one item. */
export type Answer = { correct: boolean; tone: (typeof TONES)[number]; note?: string };

/** Waits until the desk shows the item after `done` finished ones. Gives the id of its call: people who work at once may pass each other. */
export async function atItem(page: Page, done: number): Promise<string> {
  await expect(page.getByRole("progressbar", { name: /by you/ })).toHaveAttribute(
    "aria-valuenow",
    String(done),
  );
  await expect(page.getByRole("group", { name: QUESTIONS.correct })).toBeVisible();
  const call = page.getByRole("link", { name: "Open the call in a new tab" });
  return (await call.getAttribute("href"))?.split("/").at(-1) ?? "";
}

/** Answers with the keyboard alone: a digit for each question, which moves to the next one. */
export async function answerByKeys(page: Page, { correct, tone, note }: Answer): Promise<void> {
  await page.keyboard.press(correct ? "1" : "2");
  await page.keyboard.press(String(TONES.indexOf(tone) + 1));
  if (note) {
    await page.keyboard.press("c");
    await page.keyboard.type(note);
  }
  await expectAnswer(page, { correct, tone });
  await page.keyboard.press("ControlOrMeta+Enter");
}

/** Answers with the mouse. */
export async function answerByMouse(page: Page, { correct, tone, note }: Answer): Promise<void> {
  await page
    .getByRole("group", { name: QUESTIONS.correct })
    .getByRole("radio", { name: correct ? "Yes" : "No" })
    .check();
  await page.getByRole("group", { name: QUESTIONS.tone }).getByRole("radio", { name: tone }).check();
  if (note) await page.getByRole("textbox", { name: "Note" }).fill(note);
  await page.getByRole("button", { name: "Submit and next" }).click();
}

/** What the form shows for the item on the desk. */
export async function expectAnswer(page: Page, { correct, tone }: Answer): Promise<void> {
  const correctGroup = page.getByRole("group", { name: QUESTIONS.correct });
  await expect(correctGroup.getByRole("radio", { name: correct ? "Yes" : "No" })).toBeChecked();
  await expect(
    page.getByRole("group", { name: QUESTIONS.tone }).getByRole("radio", { name: tone }),
  ).toBeChecked();
}
