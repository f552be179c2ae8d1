import type { Page, Request } from "@playwright/test";
import { inDatabase } from "../support/database.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aPerson, invite, join } from "../support/people.ts";
import { aQueue, post } from "../support/queues.ts";
import { aCall, api } from "../support/requests.ts";
import { ADMIN } from "../support/service.ts";
import { aLongJob, aModel, bearer, ended } from "../support/training.ts";

/** What a page of a list may ask the API for in all, its stream of changes included. */
const MAX_API_REQUESTS = 10;
const HOME = `/projects/${SERVICE.project}`;
const THREAD = `first-data-${crypto.randomUUID()}`;
const OP = `op_${crypto.randomUUID()}`;
/** A page, what its first answer brings of the API, what of its first row the address does not say, and what one reads there. */
type Place = { page: string; brings: RegExp; row: string; shown: string; as?: "row" | "listitem" };
let places: Place[] = [];

test.beforeAll(async () => {
  const id = crypto.randomUUID();
  const turn = { ...aCall(), id, thread_id: THREAD, turn_id: id, op_name: OP };
  const stored = await api("/api/call/upsert_batch", { batch: [{ mode: "start", req: { start: turn } }] });
  expect(stored.status).toBe(200);
  const queue = await aQueue({ items: 1 });
  const dataset = await aDatasetOf(queue.id);
  const model = await (await bearer(`/v1/preview/models/${await aModel()}`)).json();
  await endWhatRuns();
  const job = await aFullList();
  places = [
    {
      page: `threads?ids=${THREAD.slice(0, -4)}`,
      brings: /\/threads\/stream_query$/,
      row: THREAD,
      shown: THREAD,
    },
    { page: `calls?op=${OP.slice(0, -4)}`, brings: /\/calls\/stream_query$/, row: id, shown: OP },
    {
      page: `queues?name=${encodeURIComponent(queue.name)}`,
      brings: /\/annotation_queues\/(query|summaries)$/,
      row: queue.id,
      shown: queue.name,
    },
    {
      page: `datasets?name=${dataset.name}`,
      brings: /\/datasets\/query$/,
      row: dataset.id,
      shown: dataset.name,
    },
    { page: `models?q=${model.name}`, brings: /\/models\?.+$/, row: model.id, shown: model.name },
    {
      page: "training",
      brings: /\/(training-jobs\?.*limit=50.*|models\?.+|training-queue\?.+)$/,
      row: job,
      shown: "friends-",
    },
    {
      page: "overview",
      brings:
        /\/(threads\/(summary|stream_query|details)|annotation_queues\/(query|summaries)|datasets\/query|evaluations\/(query|served)|training-jobs\?.*|models\?.+)$/,
      row: dataset.id,
      shown: dataset.name,
      as: "listitem",
    },
  ];
});

async function aDatasetOf(queueId: string): Promise<{ id: string; name: string }> {
  const name = `first-data-${crypto.randomUUID()}`;
  const recipe = { sources: [{ kind: "queue", queue_id: queueId, use: "corrections" }] };
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", {
    project_id: SERVICE.project,
    name,
    kind: "sft",
    recipe,
  });
  return { id: dataset.id, name };
}

/** Jobs that other journeys left running would move while the page is counted. */
async function endWhatRuns(): Promise<void> {
  for (const status of ["QUEUED", "RUNNING"]) {
    const { data } = await (await bearer(`/v1/preview/training-jobs?status=${status}&limit=100`)).json();
    for (const { id } of data) {
      await bearer(`/v1/preview/training-jobs/${id}/cancel`, {});
      await ended(id);
    }
  }
}

/** More jobs with a curve than a page may make requests, the newest of all; gives one of them. */
async function aFullList(): Promise<string> {
  const jobs: string[] = [];
  while (jobs.length < MAX_API_REQUESTS + 2) jobs.push(await aLongJob(5));
  await inDatabase((client) =>
    client.query("update training_job set created_at = now() where id = any($1)", [jobs]),
  );
  return jobs[0] ?? "";
}

/** Every request of the page while it loads, until it asks for nothing more. */
async function load(page: Page, path: string): Promise<{ html: string; requests: Request[] }> {
  const requests: Request[] = [];
  // Streams stay open, so the network is never idle.
  const open = new Set<Request>();
  const note = (request: Request) => {
    requests.push(request);
    if (!isStream(request)) open.add(request);
  };
  const forget = (request: Request) => void open.delete(request);
  page.on("request", note).on("requestfinished", forget).on("requestfailed", forget);
  const answer = await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect
    .poll(async () => {
      const before = requests.length;
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      return open.size === 0 && requests.length === before;
    })
    .toBe(true);
  page.off("request", note).off("requestfinished", forget).off("requestfailed", forget);
  return { html: (await answer?.text()) ?? "", requests };
}

const isStream = (request: Request) => /\/(live|stream)$/.test(new URL(request.url()).pathname);
const isApi = (request: Request) => new URL(request.url()).pathname.startsWith("/api/");
const isHome = (request: Request) => /\/api\/(me|projects)$/.test(request.url());
const named = (request: Request) => `${request.method()} ${request.url()} ${request.postData() ?? ""}`;

test("the first answer holds the page's list, and the page asks for nothing twice and for no other page", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  for (const place of places) {
    const { html, requests } = await load(page, `${HOME}/${place.page}`);
    const asked = requests.filter(isApi);
    expect(html, place.page).toContain(place.row);
    expect(asked.filter((one) => isHome(one) || place.brings.test(one.url())).map(named)).toEqual([]);
    expect(asked.map(named).filter((one, i, all) => all.indexOf(one) !== i)).toEqual([]);
    expect(asked.length, place.page).toBeLessThanOrEqual(MAX_API_REQUESTS);
    expect(requests.filter((one) => one.url().includes("_rsc=")).map(named)).toEqual([]);
  }
});

test("a reader sees the rows of a list before any script runs", async ({ page, signIn, browser }) => {
  await signIn(page);
  const storageState = await page.context().storageState();
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: SERVICE.url, storageState });
  const reader = await plain.newPage();
  for (const place of places) {
    await reader.goto(`${HOME}/${place.page}`);
    await expect(
      reader
        .getByRole(place.as ?? "row")
        .filter({ hasText: place.shown })
        .first(),
    ).toBeVisible();
    await expect(reader.getByText("Loading")).toHaveCount(0);
  }
  await plain.close();
});

test("what the server drew is what the browser draws, wherever its reader is", async ({
  browser,
  page,
  signIn,
}) => {
  await signIn(page);
  const storageState = await page.context().storageState();
  for (const timezoneId of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const context = await browser.newContext({ baseURL: SERVICE.url, storageState, timezoneId });
    const theirs = await context.newPage();
    const errors: string[] = [];
    theirs.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    theirs.on("pageerror", (error) => errors.push(error.message));
    await theirs.addInitScript(watchShifts);
    for (const { page: path, shown, as = "row" } of places) {
      await load(theirs, `${HOME}/${path}`);
      await expect(theirs.getByRole(as).filter({ hasText: shown }).first()).toBeVisible();
      expect(await theirs.evaluate(() => Reflect.get(window, "shifted")), path).toBeLessThan(0.01);
    }
    expect(errors).toEqual([]);
    await context.close();
  }
});

/** Runs in the page: sums how far its parts move without anybody's doing. */
function watchShifts(): void {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, "value"));
    Reflect.set(window, "shifted", sum);
  }).observe({ type: "layout-shift", buffered: true });
  Reflect.set(window, "shifted", sum);
}

test("what changes between a page's first answer and its stream of changes is shown", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  const queue = await aQueue({ items: 0 });
  const held = Promise.withResolvers<void>();
  await page.route(isLive, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => isLive(new URL(request.url())));
  await page.goto(`${HOME}/queues?name=${encodeURIComponent(queue.name)}`);
  await expect(page.getByRole("row").filter({ hasText: queue.name })).toHaveCount(1);
  await asked;
  const later = { project_id: SERVICE.project, name: `${queue.name} later`, scorer_refs: queue.refs };
  expect((await api("/api/annotation_queues", later)).status).toBe(200);
  held.resolve();
  await expect(page.getByRole("row").filter({ hasText: queue.name })).toHaveCount(2);
});

const isLive = (url: URL) => url.pathname.endsWith("/live");

test("the first answer holds what its reader may see and no more", async ({ page, signIn, browser }) => {
  const htmlFor = async (reader: Page, place: Place | undefined) => {
    const answer = await reader.goto(`${HOME}/${place?.page}`);
    expect(answer?.headers()["cache-control"]).toBe("private, no-store");
    return (await answer?.text()) ?? "";
  };
  const [threads, , queues] = places;
  await signIn(page);
  const annotator = aPerson("Nora");
  const link = await invite(page, SERVICE.project, { email: annotator.email, role: "Annotator" });
  const { context, page: theirs } = await join(browser, link, annotator);
  const queuesHtml = await htmlFor(theirs, queues);
  expect(queuesHtml).toContain(annotator.email);
  expect(queuesHtml).toContain(queues?.row);
  expect(queuesHtml).not.toContain(ADMIN.email);
  expect(await htmlFor(theirs, threads)).not.toContain(threads?.row);
  await expect(theirs.getByText("Threads are not open to annotators")).toBeVisible();
  await context.clearCookies();
  const signedOut = await theirs.request.get(`${HOME}/${queues?.page}`, { headers: { accept: "text/html" } });
  expect(await signedOut.text()).not.toContain(queues?.row);
  await context.close();
});
