import { expectAccessible } from "../support/accessible.ts";
import { expect, test } from "../support/fixtures.ts";
import { queueOf, recordCalls } from "../support/judged.ts";
import { isSaved, saidIn, shows } from "../support/queues.ts";

// Its clock is set.
test.use({ coldCache: true });

const WORDS = ["May I return the boots?", "Where is my parcel?", "Is the shop open?"] as const;

test("a better answer or a note that follows a digit at once is about the item that the digit answered", async ({
  page,
  signIn,
}) => {
  const asked = (content: string) => ({ messages: [{ role: "user", content }] });
  const [one, two, three] = WORDS;
  const callIds = await recordCalls(
    WORDS.map((words) => ({ inputs: asked(words), output: "I cannot say." })),
  );
  const settings = { annotators_per_item: 1 };
  const queue = await queueOf({
    callIds,
    specs: [{ name: "Is it right?", schema: { type: "boolean" } }],
    settings,
  });
  await signIn(page);
  // The browser's clock stands, so that a slow machine presses no slower.
  const now = Date.now();
  await page.clock.setFixedTime(now);
  await page.goto(queue.desk);
  await shows(page, one);
  const better = page.getByRole("textbox", { name: "Better answer" });
  const again = page.getByRole("status").filter({ hasText: "The item that you just answered." });

  await page.keyboard.press("2");
  await page.keyboard.press("e");
  await shows(page, one);
  await expect(better).toBeFocused();
  await expect(again).toBeVisible();
  await expectAccessible(page);
  await better.fill("Yes, for 30 days.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await shows(page, two);
  await expect(again).toHaveCount(0);

  // Who writes nothing loses nothing.
  await page.keyboard.press("1");
  await page.keyboard.press("c");
  await shows(page, two);
  await expect(page.getByRole("textbox", { name: "Note" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await shows(page, three);
  // Later a key means the item in sight.
  await page.keyboard.press("k");
  await page.keyboard.press("2");
  await shows(page, three);
  await page.clock.setFixedTime(now + 2_000);
  await page.keyboard.press("e");
  await expect(better).toBeFocused();
  await shows(page, three);
  await page.keyboard.press("Escape");

  // Any other key in between has come to the next item. Of the last one it does not matter how late it is.
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  await page.keyboard.press("2");
  await expect(page.getByText("This queue is complete")).toBeVisible();
  await page.keyboard.press("e");
  await shows(page, three);
  await expect(better).toBeFocused();
  await better.fill("Until eight.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await isSaved(page);
  const said = await saidIn(queue.id);
  expect(said.filter((line) => line.startsWith(callIds[0] ?? "-"))).toEqual([
    expect.stringContaining("Yes, for 30 days."),
    expect.stringContaining("false"),
  ]);
  expect(said.filter((line) => line.startsWith(callIds[1] ?? "-"))).toHaveLength(1);
  expect(said.filter((line) => line.startsWith(callIds[2] ?? "-"))).toHaveLength(2);
});
