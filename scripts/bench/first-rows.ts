import os from "node:os";
import { type Browser, chromium, type Page, type Request } from "@playwright/test";
import { call } from "#lib/client/call.ts";
import { createQueue } from "#lib/contract/annotation/queues.ts";
import { createModel } from "#lib/contract/models/models.ts";
import { cancelTrainingJob, createSftTrainingJob } from "#lib/contract/training/training.ts";
import { browserLaunchOptions } from "../../e2e/support/chromium.ts";
import { table, takenAt } from "../bench-engine/write-section.ts";
import { post } from "./ingest.ts";
import { percentile } from "./measure.ts";
import type { Product } from "./product.ts";
import { ms, signedIn } from "./signed-in.ts";

const PAGES = [
  { segment: "threads", link: "Threads", list: "Threads" },
  { segment: "calls", link: "Calls", list: "Calls" },
  { segment: "queues", link: "Queues", list: "Queues" },
  { segment: "training", link: "Training", list: "Training jobs" },
];
type Place = (typeof PAGES)[number];

const WARM_UP = 2;
const MEASURED = 10;
const ROWS = 60;

/** How long it takes until the first rows of a list are painted, seen from a real browser: the lines of the report's section. */
export async function measureFirstRows(product: Product): Promise<string[]> {
  await fillLists(product);
  const browser = await chromium.launch(await browserLaunchOptions());
  try {
    const seen: Seen[] = [];
    for (const place of PAGES) seen.push(await measurePlace(browser, product, place));
    const lines = report(seen);
    console.log(lines.join("\n"));
    return lines;
  } finally {
    await browser.close();
  }
}

type Load = { ms: number; apiRequests: number; scripts: number };
type Seen = { place: Place; loads: readonly Load[]; clicksMs: readonly number[] };

async function measurePlace(browser: Browser, product: Product, place: Place): Promise<Seen> {
  const page = await signedIn(browser, product);
  await page.addInitScript(watchRows);
  const home = `${product.url}/projects/${product.project}`;
  const loads: Load[] = [];
  const clicksMs: number[] = [];
  for (let round = 0; round < WARM_UP + MEASURED; round++) {
    const load = await measureLoad(page, `${home}/${place.segment}`, place.list);
    await page.goto(`${home}/settings`);
    await page.getByRole("link", { name: place.link, exact: true }).waitFor();
    await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => {});
    const clickMs = await page.evaluate(clickAndTime, place);
    if (round < WARM_UP) continue;
    loads.push(load);
    clicksMs.push(clickMs);
  }
  await page.close();
  return { place, loads, clicksMs };
}

async function measureLoad(page: Page, url: string, list: string): Promise<Load> {
  const requests: Request[] = [];
  const note = (request: Request) => requests.push(request);
  page.on("request", note);
  await page.goto(url);
  const paintedAt = await page.waitForFunction((name) => Reflect.get(window, "rowsPaintedAt")?.[name], list);
  const ms = Number(await paintedAt.jsonValue());
  await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => {});
  page.off("request", note);
  const isApi = (request: Request) => new URL(request.url()).pathname.startsWith("/api/");
  return {
    ms,
    apiRequests: requests.filter(isApi).length,
    scripts: requests.filter((request) => request.resourceType() === "script").length,
  };
}

/** Runs in each page before its own scripts: notes when each list's first row had been painted, counted from the beginning of the load. */
function watchRows(): void {
  const painted: Record<string, number> = {};
  Reflect.set(window, "rowsPaintedAt", painted);
  const look = () => {
    for (const found of document.querySelectorAll("table[aria-label]"))
      if (found.querySelector("tr[data-row]")) {
        const name = found.getAttribute("aria-label") ?? "";
        // A task that is queued in a frame runs after that frame is painted.
        if (!(name in painted)) setTimeout(() => (painted[name] ??= performance.now()), 0);
      }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs in the page: takes the link to a list, and waits until a row of it is painted. */
function clickAndTime({ link, list }: Pick<Place, "link" | "list">): Promise<number> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    document.querySelector<HTMLElement>(`nav a[aria-label="${link}"]`)?.click();
    const look = () => {
      if (!document.querySelector(`table[aria-label="${list}"] tr[data-row]`)) requestAnimationFrame(look);
      else setTimeout(() => resolve(performance.now() - startedAt), 0);
    };
    requestAnimationFrame(look);
  });
}

function report(seen: readonly Seen[]): string[] {
  return [
    ...takenAt("npm run bench -- rows"),
    `Load of the machine at the end: ${os.loadavg()[0]?.toFixed(1)}. Each page ${MEASURED} times, with an empty cache of data; painted is the moment after the`,
    "frame in which the first row stands on the page. Requests to the API count the stream of changes.",
    "",
    ...table(
      ["Page", "Link → first rows, p50", "p95", "Load → first rows, p50", "p95", "API requests", "Scripts"],
      seen.map(({ place, loads, clicksMs }) => [
        place.link,
        ...bothOf(clicksMs),
        ...bothOf(loads.map(({ ms }) => ms)),
        String(Math.max(...loads.map(({ apiRequests }) => apiRequests))),
        String(Math.max(...loads.map(({ scripts }) => scripts))),
      ]),
    ),
    "",
    "Aim: ≤ 400 ms from the link to the first rows.",
  ];
}

function bothOf(times: readonly number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  return [0.5, 0.95].map((share) => ms(percentile(sorted, share)));
}

/** Some rows for each of the lists. */
async function fillLists(product: Product): Promise<void> {
  const { project } = product;
  const calls = Array.from({ length: ROWS }, (_, i) => {
    const id = crypto.randomUUID();
    const start = {
      ...{ project_id: project, id, trace_id: id, turn_id: id, thread_id: `first-rows-${i}` },
      ...{ op_name: "answer", attributes: {} },
      started_at: new Date(Date.now() - i * 1000).toISOString(),
      inputs: { messages: [{ role: "user", content: `Question ${i} about the next train` }] },
    };
    return { mode: "start", req: { start } };
  });
  await post(product, "/call/upsert_batch", { batch: calls });
  for (let i = 0; i < ROWS; i++)
    await product.call(createQueue, { projectId: project, name: `First rows ${i}`, scorerRefs: [] });
  await endedJob(product);
}

/** A job that is over, so that nothing trains while others are measured. Its routes take bearer keys alone. */
async function endedJob({ project, url, headers }: Product): Promise<void> {
  const [, key = ""] = Buffer.from(headers.authorization?.split(" ")[1] ?? "", "base64")
    .toString()
    .split(":");
  const byBearer = { baseUrl: url, headers: { authorization: `Bearer ${key}` } };
  const [entity = "", name = ""] = project.split("/");
  const wanted = {
    entity,
    project: name,
    name: "first-rows",
    baseModel: "spindle-mini",
    returnExisting: true,
  };
  const model = await call(createModel, wanted, byBearer);
  const line = JSON.stringify({
    messages: [
      { role: "user", content: "May I?" },
      { role: "assistant", content: "You may." },
    ],
  });
  const trainingDataUrl = `data:application/jsonl;base64,${Buffer.from(line).toString("base64")}`;
  const job = await call(createSftTrainingJob, { modelId: model.id, trainingDataUrl }, byBearer);
  await call(cancelTrainingJob, { trainingJobId: job.id }, byBearer);
}
