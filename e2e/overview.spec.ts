import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { api } from "./support/requests.ts";
import { aTurn, storeTurns } from "./support/threads.ts";
import { aModel, aRowsDataset, bearer } from "./support/training.ts";

const NAME = `overview-${crypto.randomUUID().slice(0, 8)}`;
const PROJECT = `acme/${NAME}`;
const HOME = `/projects/${PROJECT}`;

// A part of the page whose request fails is one of those looked at.
test.use({ expectedErrors: [/status of 500/] });

test("a new project shows its next step, from sample conversations to items that wait, each number as its link has it", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  const origin = { origin: SERVICE.url, "sec-fetch-site": "same-origin" };
  const made = await page.request.post("/api/projects", {
    headers: origin,
    data: { entity: "acme", name: NAME },
  });
  expect(made.status()).toBe(200);
  await page.goto(HOME);
  await expect(page).toHaveURL(`${HOME}/overview`);
  const next = page.getByRole("region", { name: "Next step" });
  await expect(next.getByRole("heading", { name: "Bring conversations in" })).toBeVisible();
  await expect(page.getByRole("region", { name: "In production" })).toContainText("Nothing is in production");
  await expectAccessible(page);

  await importSamples(page);
  await page.getByRole("button", { name: "Undo" }).click();
  // Until then the page takes no other import, though the calls may be gone before.
  await expect(page.getByText("The import of 36 threads was undone", { exact: true })).toBeVisible();
  await expect(next.getByRole("heading", { name: "Bring conversations in" })).toBeVisible();
  await importSamples(page);
  await expect(next.getByRole("link", { name: "Create a queue" })).toBeVisible();
  // What was pressed for it is gone with its step.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  await next.getByRole("link", { name: "Create a queue" }).click();
  // The short way comes first: a template needs a name only.
  await expect(page.getByRole("button", { name: "Start with this: Thumbs" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create an empty queue" }).click();
  const form = page.getByRole("dialog", { name: "New queue" });
  await expect(form.getByText(/This queue has no question yet/)).toBeVisible();
  await form.getByRole("button", { name: "New question" }).click();
  await expect(form.getByRole("textbox", { name: "Question" })).toBeFocused();
  await form.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(form.getByRole("button", { name: "New question" })).toBeFocused();
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/queues$/);
  await page.goto(`${HOME}/overview`);

  const waiting = await makeQueue();
  // The page hears of it by itself.
  await expect(next.getByRole("heading", { name: `${waiting} items in “Tone” wait for you` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Waiting" })).toContainText(`${waiting} items in Tone`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 720, height: 450 });
  await expectNoOverflow(page);
  await expectAccessible(page);

  // What was imported has a step that follows it, and says no more of itself once that is done.
  await expect(page.getByText("36 threads imported", { exact: true })).toHaveCount(0);

  await page.getByRole("region", { name: "Threads" }).getByRole("link", { name: "36 in all" }).press("Enter");
  await expect(page.getByText("36 threads", { exact: true })).toBeVisible();
  // The link is gone with its page, and what is read out is the heading of the next one.
  await expect(page.getByRole("heading", { name: "Threads", level: 1 })).toBeFocused();
  await page.route("**/api/datasets/query", (route) =>
    route.fulfill({ status: 500, json: { detail: "Not now" } }),
  );
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await expect(page).toHaveURL(/overview$/, { timeout: 2_000 });
  }).toPass();
  const datasets = page.getByRole("region", { name: "Datasets" });
  await expect(datasets.getByRole("alert")).toContainText("Datasets could not be loaded.");
  await expect(
    page.getByRole("region", { name: "Queues" }).getByRole("link", { name: "1 in use" }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/api/datasets/query");
  await datasets.getByRole("button", { name: "Try again" }).click();
  await expect(datasets).toContainText("No datasets in use.");
  await next.getByRole("link", { name: "Annotate" }).click();
  await page.waitForURL(/\/annotate/);
});

test("what fills a queue keeps that purpose in the lists of threads and calls, until somebody stops choosing", async ({
  page,
  signIn,
}) => {
  const project = `acme/purpose-${Date.now()}`;
  await storeTurns(["one", "two"].map((threadId) => aTurn(project, threadId, 0)));
  await signIn(page);
  const next = page.getByRole("region", { name: "Next step" });
  await page.goto(`/projects/${project}/overview`);
  await next.getByRole("link", { name: "Create a queue" }).click();
  await page.getByRole("button", { name: "Start with this: Labels" }).click();
  const template = page.getByRole("dialog", { name: "Start with “Labels”" });
  await template.getByLabel("Name").fill("Topics");
  await template.getByRole("button", { name: "Create queue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Topics" })).toBeVisible();

  await page.goto(`/projects/${project}/overview`);
  await expect(next.getByRole("heading", { name: "Put calls into “Topics”" })).toBeVisible();
  await next.getByRole("link", { name: "Select threads" }).click();
  const bar = page.getByRole("region", { name: "Choosing for a queue" });
  await expect(bar).toContainText("Choose what goes into “Topics”. Select threads, then add them.");
  await bar.getByRole("link", { name: "Calls instead" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Calls" })).toBeVisible();
  await page
    .getByRole("row", { name: /^Call / })
    .first()
    .getByRole("checkbox")
    .check();
  await page.getByRole("button", { name: "Add to “Topics”" }).click();
  const call = page.getByRole("dialog", { name: "Add 1 call to a queue" });
  await expect(call.getByRole("combobox", { name: "Queue" })).toContainText("Topics");
  await call.getByRole("button", { name: "Add to queue" }).click();
  await expect(page.getByText("1 call added", { exact: true })).toBeVisible();

  await bar.getByRole("link", { name: "Threads instead" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Threads" })).toBeVisible();
  await page.getByRole("checkbox", { name: /Thread one/ }).check();
  await page.getByRole("checkbox", { name: /Thread two/ }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add to “Topics”" }).click();
  // The queue is known, so that one question is left.
  const threads = page.getByRole("dialog", { name: "Add 2 threads to “Topics”" });
  await threads.getByRole("button", { name: "Add to queue" }).click();
  await expect(page.getByText("1 call already in the queue.", { exact: true })).toBeVisible();
  await expect(threads).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Thread two/ })).toBeVisible();
  await bar.getByRole("button", { name: "Stop choosing" }).click();
  await expect(bar).toHaveCount(0);
  await expect(page).toHaveURL(`/projects/${project}/threads`);
});

test("what is in production is shown with what was measured of it, and leads to the run", async ({
  page,
  signIn,
}) => {
  const [modelId, dataset] = [await aModel(), await aRowsDataset({ heldOut: 0.9 })];
  const { name } = await (await bearer(`/v1/preview/models/${modelId}`)).json();
  const project_id = SERVICE.project;
  const made = await send("/api/evaluations", {
    ...{ project_id, name: `served ${NAME}`, dataset_id: dataset.id },
    sampling: { temperature: 0, max_tokens: 4 },
  });
  const path = `/v1/preview/models/${modelId}/aliases/production`;
  expect((await bearer(path, { step: 0 }, "PUT")).status).toBe(200);
  await signIn(page);
  await page.goto(`/projects/${project_id}/overview`);
  const served = page.getByRole("region", { name: "In production" });
  const row = served.getByRole("link", { name: new RegExp(`^${name} `) });
  await expect(row).toContainText("checkpoint step 0, measured by no evaluation");
  const subjects = [`${project_id}/${name}:step0`];
  const { runs } = await send(`/api/evaluations/${made.evaluation.id}/runs`, { project_id, subjects });
  // The page hears of it by itself.
  await expect(row).toContainText(/Exact match \d.*n \d+.*step 0, by “served/, { timeout: 90_000 });
  await expectAccessible(page);
  await row.click();
  await page.waitForURL(new RegExp(`/runs/${runs[0].id}$`));
});

async function importSamples(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Try sample conversations" }).click();
  const dialog = page.getByRole("dialog", { name: "Import conversations" });
  await expect(dialog.getByText("Where is my parcel? The order is LL-2041.")).toBeVisible();
  await dialog.getByRole("button", { name: "Import 36 threads" }).click();
  await expect(page.getByText("36 threads imported", { exact: true })).toBeVisible();
}

/** A queue with the last turn of each thread; gives how many those are. */
async function makeQueue(): Promise<number> {
  const val = { name: "Tone", description: "", field_schema: { type: "boolean" } };
  const obj = { project_id: PROJECT, object_id: "tone", val, builtin_object_class: "AnnotationSpec" };
  const { digest } = await send("/api/obj/create", { obj });
  const scorer_refs = [`weave:///${PROJECT}/object/tone:${digest}`];
  const { id } = await send("/api/annotation_queues", { project_id: PROJECT, name: "Tone", scorer_refs });
  const threads = await api("/api/threads/stream_query", { project_id: PROJECT });
  const lines = (await threads.text()).trim().split("\n");
  const call_ids = lines.map((line) => JSON.parse(line).last_turn_id);
  const items = { project_id: PROJECT, call_ids, display_fields: [] };
  const { added_count } = await send(`/api/annotation_queues/${id}/items`, items);
  return added_count;
}

async function send(path: string, body: unknown) {
  const answer = await api(path, body);
  expect(answer.status, path).toBe(200);
  return answer.json();
}
