import type { Page, Request } from "@playwright/test";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { aPerson, invite, join } from "./support/people.ts";
import { aQueue } from "./support/queues.ts";
import { aCall, api } from "./support/requests.ts";
import { ADMIN } from "./support/service.ts";
import { aLongJob } from "./support/training.ts";

/** What a page of a list may ask the API for in all, its stream of changes included. */
const MOST_API_REQUESTS = 10;
const HOME = `/projects/${SERVICE.project}`;
const THREAD = `first-data-${crypto.randomUUID()}`;
const OP = `op_${crypto.randomUUID()}`;
/** A page, what its first answer brings of the API, and what of its first row the address does not say. */
type Place = { page: string; brings: RegExp; row: string };
let places: Place[] = [];

test.beforeAll(async () => {
  const id = crypto.randomUUID();
  const turn = { ...aCall(), id, thread_id: THREAD, turn_id: id, op_name: OP };
  const stored = await api("/api/call/upsert_batch", { batch: [{ mode: "start", req: { start: turn } }] });
  expect(stored.status).toBe(200);
  const queue = await aQueue({ items: 1 });
  const job = await aLongJob(5);
  places = [
    { page: `threads?ids=${THREAD.slice(0, -4)}`, brings: /\/threads\/stream_query$/, row: THREAD },
    { page: `calls?op=${OP.slice(0, -4)}`, brings: /\/calls\/stream_query$/, row: id },
    {
      page: `queues?name=${encodeURIComponent(queue.name)}`,
      brings: /\/annotation_queues\/(query|summaries)$/,
      row: queue.id,
    },
    { page: "training", brings: /\/training-jobs\?limit=50$/, row: job },
  ];
});

/** Every request of the page while it loads, until it asks for nothing more. */
async function load(page: Page, path: string): Promise<{ html: string; requests: Request[] }> {
  const requests: Request[] = [];
  const note = (request: Request) => requests.push(request);
  page.on("request", note);
  const answer = await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await settled(page, requests);
  page.off("request", note);
  return { html: (await answer?.text()) ?? "", requests };
}

/** The stream of changes stays open, so the network is never idle; what else was asked for has been answered. */
async function settled(page: Page, requests: readonly Request[]): Promise<void> {
  await expect
    .poll(async () => {
      const before = requests.length;
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      const answers = await Promise.all(
        requests.filter((one) => !one.url().endsWith("/live")).map((one) => one.response()),
      );
      await Promise.all(answers.map((answer) => answer?.finished()));
      return requests.length === before;
    })
    .toBe(true);
}

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
    expect(asked.length, place.page).toBeLessThanOrEqual(MOST_API_REQUESTS);
    expect(requests.filter((one) => one.url().includes("_rsc=")).map(named)).toEqual([]);
  }
});

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
