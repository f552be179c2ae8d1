import type { Page } from "@playwright/test";
import { LARGE_QUEUE } from "./desk.ts";
import { post } from "./ingest.ts";
import type { Product } from "./product.ts";

const TURNS_OF_THE_WHEEL = 400;
const WHEEL_PX = 2_000;
const WHEEL_EVERY_MS = 50;
const LARGE_CALL_BYTES = 5_000_000;
const LARGE_CALL_OP = "a call of 5 MB";

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

/** From the click on a call of 5 MB in the list to the frame that shows it, in milliseconds, several times. */
export async function measureLargeCall(page: Page, product: Product): Promise<number[]> {
  await storeLargeCall(product);
  const times: number[] = [];
  for (let time = 0; time < 5; time++) {
    await page.goto(
      `${product.url}/projects/${product.project}/calls?op=${encodeURIComponent(LARGE_CALL_OP)}`,
    );
    await page.getByRole("row", { name: new RegExp(LARGE_CALL_OP) }).waitFor();
    times.push(await page.evaluate(openAndTime, LARGE_CALL_OP));
  }
  return times.sort((a, b) => a - b);
}

async function storeLargeCall({ project, ...product }: Product): Promise<void> {
  const id = crypto.randomUUID();
  const word = "payload ";
  const start = {
    project_id: project,
    id,
    trace_id: id,
    op_name: LARGE_CALL_OP,
    started_at: new Date().toISOString(),
    attributes: {},
    inputs: { document: word.repeat(LARGE_CALL_BYTES / word.length) },
  };
  await post({ project, ...product }, "/call/upsert_batch", { batch: [{ mode: "start", req: { start } }] });
}

/** Runs in the page. */
function openAndTime(op: string): Promise<number> {
  const row = [...document.querySelectorAll("tr")].find((one) => one.textContent?.includes(op));
  return new Promise((resolve) => {
    const startedAt = performance.now();
    row?.click();
    const look = () => {
      const isShown = document.querySelector('[role="dialog"]')?.textContent?.includes("payload payload");
      if (isShown) setTimeout(() => resolve(performance.now() - startedAt), 0);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Begins to watch for tasks that browsers call long, which is above 50 ms; what it gives tells the longest, 0 where there was none. */
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
