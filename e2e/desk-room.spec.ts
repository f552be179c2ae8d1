import { expectAccessible } from "./support/accessible.ts";
import { expect, test } from "./support/fixtures.ts";
import { AGENT_CALL, callRegion, openDesk, queueOf, recordCalls } from "./support/judged.ts";

const QUESTIONS = ["Correct?", "Kind?", "Complete?", "Short?", "Safe?", "Would you send it?"].map((name) => ({
  name,
  schema: { type: "boolean" },
}));

test.beforeEach(async ({ page, signIn }) => signIn(page));

for (const [where, width, height] of [
  ["a window that is zoomed to 200 %", 720, 450],
  ["a phone", 390, 844],
  ["a tall tablet", 800, 1180],
] as const)
  test(`What is judged keeps two fifths of ${where}, and the form never covers it`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const callIds = await recordCalls([AGENT_CALL]);
    const { desk } = await queueOf({ callIds, specs: QUESTIONS, description: "# Read first\n\n".repeat(30) });
    await openDesk(page, desk);
    const text = page.locator("[data-call-scroll]");
    const judged = callRegion(page).getByRole("region", { name: "You are judging this" });
    await judged.scrollIntoViewIfNeeded();
    const [seen, form, answer] = await Promise.all([
      text.boundingBox(),
      page.getByRole("region", { name: "Your answers" }).boundingBox(),
      judged.boundingBox(),
    ]);
    expect(seen?.height).toBeGreaterThanOrEqual(0.4 * height);
    const isBeside = (form?.x ?? 0) >= (seen?.x ?? 0) + (seen?.width ?? 0) - 1;
    const isBelow = (form?.y ?? 0) >= (seen?.y ?? 0) + (seen?.height ?? 0) - 1;
    expect(isBeside || isBelow).toBe(true);
    expect((answer?.y ?? 0) + (answer?.height ?? 0)).toBeLessThanOrEqual(
      (seen?.y ?? 0) + (seen?.height ?? 0) + 1,
    );
    // Also what is asked last can be reached.
    await page.getByRole("group", { name: "Would you send it?" }).getByRole("radio", { name: "No" }).check();
    await expect(page.getByRole("button", { name: "Submit and next" })).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, "[data-desk]");
  });
