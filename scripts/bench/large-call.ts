import type { Page } from "@playwright/test";
import { post } from "./ingest.ts";
import { percentile } from "./measure.ts";
import type { Product } from "./product.ts";

/** Near the 3.5 MiB beyond which a document of a call is not kept. */
export const LARGE_CALL_MB = 3;
const VISITS = 5;
const FIRST_WORDS = "How late may a train be?";
const PARAGRAPH = "The refund depends on the delay, on the tariff and on who caused it. ".repeat(12);

/** Medians in milliseconds from the navigation on. */
export type Opened = { firstPaintMs: number; shownMs: number };

/** Opens the page of a call that holds a conversation of some megabytes, each time afresh. */
export async function measureLargeCall(page: Page, product: Product): Promise<Opened> {
  const id = crypto.randomUUID();
  await post(product, "/call/upsert_batch", { batch: [aLargeCall(product.project, id)] });
  const visits: Opened[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    await page.goto(`${product.url}/projects/${product.project}/calls/${id}`);
    await page.getByRole("main").getByText(FIRST_WORDS).first().waitFor();
    visits.push(
      await page.evaluate(() => ({
        firstPaintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
        shownMs: performance.now(),
      })),
    );
  }
  const median = (ms: (visit: Opened) => number) =>
    percentile(
      visits.map(ms).sort((a, b) => a - b),
      0.5,
    );
  return { firstPaintMs: median((visit) => visit.firstPaintMs), shownMs: median((visit) => visit.shownMs) };
}

function aLargeCall(project_id: string, id: string): object {
  const pairs = Math.ceil((LARGE_CALL_MB * 1_000_000) / PARAGRAPH.length / 2);
  const messages = Array.from({ length: pairs }, (_, i) => [
    { role: "user", content: i === 0 ? FIRST_WORDS : `Question ${i}: ${PARAGRAPH}` },
    { role: "assistant", content: `Answer ${i}: ${PARAGRAPH}` },
  ]).flat();
  const started_at = new Date().toISOString();
  const start = {
    project_id,
    id,
    trace_id: id,
    op_name: "answer",
    started_at,
    attributes: {},
    inputs: { messages },
  };
  return { mode: "start", req: { start } };
}
