import type { Page } from "@playwright/test";
import { expectNoOverflow } from "../support/accessible.ts";
import { expect, test } from "../support/fixtures.ts";
import { AGENT_CALL, openDesk, queueOf, recordCalls } from "../support/judged.ts";
import { CORRECT, TONE } from "../support/queues.ts";

/** The smallest square that a finger meets without aiming. */
const TOUCH_PX = 44;

for (const width of [390, 360])
  test(`At ${width} px each control of the desk takes a finger ${TOUCH_PX} px wide, and none is below another`, async ({
    browser,
    signIn,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await signIn(page);
    const callIds = await recordCalls([AGENT_CALL, AGENT_CALL]);
    const { desk } = await queueOf({
      callIds,
      specs: [CORRECT, TONE],
      settings: { description: "Read **all** of it." },
    });
    await openDesk(page, desk);
    await expect(page.getByRole("toolbar", { name: "Item" })).toBeVisible();
    expect(await tooSmall(page)).toEqual([]);
    await expectNoOverflow(page);
    // Two short answers share the row, so that nobody has to aim.
    const [yes, no] = await Promise.all(
      ["Yes", "No"].map((name) => page.getByRole("radio", { name, exact: true }).boundingBox()),
    );
    expect((yes?.width ?? 0) + (no?.width ?? 0)).toBeGreaterThan(width * 0.8);
    const submit = page.getByRole("button", { name: "Submit and next" });
    expect(await submit.evaluate((button) => button.scrollWidth - button.clientWidth)).toBeLessThanOrEqual(0);
    await context.close();
  });

/** What a finger misses somewhere in the square around its middle, as far as that is on the screen. Links in a text are read and not aimed at. */
function tooSmall(page: Page): Promise<string[]> {
  return page.locator("[data-desk]").evaluate((desk, px) => {
    const missed: string[] = [];
    for (const control of desk.querySelectorAll<HTMLElement>(
      "button, a[href], [role=button], summary, [type=radio]",
    )) {
      const box = control.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const isSeen = control.contains(document.elementFromPoint(x, y));
      if (!isSeen || control.closest("p, li, td")) continue;
      const reach = px / 2 - 1;
      const corners = [
        [-reach, -reach],
        [reach, -reach],
        [-reach, reach],
        [reach, reach],
      ] as const;
      const frame = scrolled(control)?.getBoundingClientRect();
      const isMissed = corners.some(([right, down]) => {
        const [cx, cy] = [x + right, y + down];
        if (cx < 0 || cy < 0 || cx >= innerWidth || cy >= innerHeight) return false;
        // What is scrolled half away is whole after the next stroke.
        if (frame && (cy <= frame.top || cy >= frame.bottom)) return false;
        return !control.contains(document.elementFromPoint(cx, cy));
      });
      if (isMissed) missed.push(`${control.ariaLabel ?? control.textContent} ${box.width}×${box.height}`);
    }
    return missed;

    function scrolled(control: HTMLElement): HTMLElement | null {
      for (let at = control.parentElement; at; at = at.parentElement)
        if (["auto", "scroll"].includes(getComputedStyle(at).overflowY)) return at;
      return null;
    }
  }, TOUCH_PX);
}
