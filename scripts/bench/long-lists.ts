import type { Page } from "@playwright/test";
import { LARGE_QUEUE } from "./desk.ts";
import type { Product } from "./product.ts";

const TURNS_OF_THE_WHEEL = 400;
const WHEEL_PX = 2_000;
const WHEEL_EVERY_MS = 50;

/** Rows that came past, and the longest time for which the page did nothing else. */
export type Scrolled = { rows: number; longestTaskMs: number };

/** Turns the wheel over the items of the queue of 100,000, as fast as somebody who looks for its end. */
export async function measureScrolling(page: Page, product: Product): Promise<Scrolled> {
  const queue = await product.database.prisma.annotationQueue.findFirstOrThrow({
    where: { name: LARGE_QUEUE },
  });
  await page.goto(`${product.url}/projects/${product.project}/queues/${queue.id}/items`);
  const table = page.getByRole("table", { name: "Items" });
  await table.getByRole("row", { name: /^Item 1,/ }).waitFor();
  await table.hover();
  const longestTask = await watchTasks(page);
  for (let turn = 0; turn < TURNS_OF_THE_WHEEL; turn++) {
    await page.mouse.wheel(0, WHEEL_PX);
    await page.waitForTimeout(WHEEL_EVERY_MS);
  }
  const last =
    (await table
      .getByRole("row", { name: /^Item \d+,/ })
      .last()
      .getAttribute("aria-label")) ?? "";
  return { rows: Number(/\d+/.exec(last)?.[0]), longestTaskMs: await longestTask() };
}

/** Begins to watch for tasks that browsers call long, which is above 50 ms; what it returns is the longest, 0 where there was none. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const tasks = await page.evaluateHandle(() => {
    const seen: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    }).observe({ type: "longtask" });
    return seen;
  });
  return async () => Math.max(0, ...(await tasks.jsonValue()));
}
