import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, keyHeaders, SERVICE, test } from "./support/fixtures.ts";
import { aBatchOf, aCall, api } from "./support/requests.ts";

const HOME = `/projects/${SERVICE.project}`;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
/** What is looked at, and a text that shows that it has loaded. */
type Shown = { path: string; shows: string };
let pages: Shown[] = [];

// Each goes through all pages, which takes longer than any other journey.
test.describe.configure({ mode: "parallel" });
// The page that does not exist is one of those looked at.
test.use({ expectedErrors: [/404/] });

test.beforeAll(async () => {
  const callId = await storeCall();
  const queue = `${HOME}/queues/${await makeQueue(callId)}`;
  const { modelId, jobId } = await trainModel();
  await makeWebhook();
  pages = [
    { path: `${HOME}/overview`, shows: "in all" },
    { path: `${HOME}/threads?thread=axe`, shows: "Turn 1" },
    { path: `${HOME}/calls?call=${callId}`, shows: "Is this page readable" },
    { path: `${HOME}/calls/${callId}`, shows: "Is this page readable" },
    { path: `${HOME}/queues`, shows: "Readable pages" },
    { path: queue, shows: "Progress" },
    { path: `${queue}/items`, shows: "State" },
    { path: `${queue}/quality`, shows: "Agreement" },
    { path: `${queue}/rules`, shows: "At work" },
    { path: `${queue}/train`, shows: "No dataset takes the answers of this queue" },
    { path: `${queue}/settings`, shows: "Guidelines" },
    { path: `${HOME}/feedback`, shows: "It reads well." },
    { path: `${HOME}/threads/axe`, shows: "Turn 1" },
    { path: `${queue}/annotate`, shows: "Is it readable?" },
    { path: `${HOME}/evaluations`, shows: "New evaluation" },
    { path: `${HOME}/models`, shows: "readable-model" },
    { path: `${HOME}/models/${modelId}`, shows: "Name in requests" },
    { path: `${HOME}/models/${modelId}?tab=jobs`, shows: "Progress" },
    { path: `${HOME}/models/${modelId}?tab=evaluations`, shows: "No evaluation has measured it yet" },
    { path: `${HOME}/training`, shows: "readable-model" },
    { path: `${HOME}/training/new`, shows: "Choose a JSONL file" },
    { path: `${HOME}/training/new?method=rl`, shows: "Start the run" },
    { path: `${HOME}/training/runs`, shows: "No reinforcement runs yet" },
    { path: `${HOME}/loops`, shows: "No loops yet" },
    { path: `${HOME}/training/${jobId}`, shows: "Grad norm" },
    { path: `${HOME}/graders/new`, shows: "Try it out" },
    { path: `${HOME}/graders/${await makeGrader()}/agreement`, shows: "Trusted from" },
    { path: `${HOME}/chat`, shows: "New conversation" },
    { path: `${HOME}/settings`, shows: "Invite someone" },
    { path: `${HOME}/settings?tab=webhooks`, shows: "Send a test" },
    { path: `${HOME}/settings?tab=storage`, shows: "Files of objects and calls" },
    { path: `${HOME}/settings?tab=audit`, shows: "Audit log" },
    { path: "/projects", shows: "support" },
    { path: "/settings", shows: "Default entity" },
    { path: "/settings?tab=keys", shows: "New key" },
    { path: "/docs/api", shows: "openapi.json" },
    { path: "/docs/api/threads", shows: "In the body" },
    { path: "/docs/operate", shows: "pg_dump" },
    { path: `${HOME}/training/nope`, shows: "This training job does not exist" },
    { path: `${HOME}/threads/nope`, shows: "This thread does not exist" },
    { path: "/projects/local/nope/threads", shows: "You cannot open local/nope" },
    { path: "/nowhere", shows: "There is no page here" },
  ];
});

for (const half of [0, 1])
  test(`axe finds nothing at 1440 and 390 px, in light and in dark, on ${half ? "the other half" : "half"} of the pages`, async ({
    page,
    signIn,
  }) => {
    test.setTimeout(240_000);
    if (half === 0) await lookAt(page, { path: "/sign-in", shows: "Password" });
    await signIn(page);
    for (const one of pages.filter((_, place) => place % 2 === half)) await lookAt(page, one);
  });

/** The page takes to the other size without loading again, as it does when a phone is turned or a window is drawn. */
async function lookAt(page: Page, { path, shows }: Shown): Promise<void> {
  const [first] = SIZES;
  await page.setViewportSize(first);
  await page.goto(path);
  await expect(page.getByText(shows).first()).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
}

/** Gives the id of a call that is the one turn of the thread `axe`. */
async function storeCall(): Promise<string> {
  const call = aCall({ messages: [{ role: "user", content: "Is this page readable by everyone?" }] });
  const turn = { ...call, thread_id: "axe", turn_id: call.id };
  expect((await api("/api/call/upsert_batch", aBatchOf(turn))).status).toBe(200);
  const note = {
    project_id: SERVICE.project,
    weave_ref: `weave:///${SERVICE.project}/call/${call.id}`,
    feedback_type: "wandb.note.1",
    payload: { note: "It reads well." },
  };
  expect((await api("/api/feedback/create", note)).status).toBe(200);
  return call.id;
}

/** Gives the id of a queue with one field and the call as its item. */
async function makeQueue(callId: string): Promise<string> {
  const project_id = SERVICE.project;
  const val = { name: "Is it readable?", description: "", field_schema: { type: "boolean" } };
  const obj = { project_id, object_id: "readable", val, builtin_object_class: "AnnotationSpec" };
  const { digest } = await (await api("/api/obj/create", { obj })).json();
  const scorer_refs = [`weave:///${project_id}/object/readable:${digest}`];
  const queue = { project_id, name: "Readable pages", description: "Look **closely**.", scorer_refs };
  const { id } = await (await api("/api/annotation_queues", queue)).json();
  const items = { project_id, call_ids: [callId], display_fields: [] };
  expect((await api(`/api/annotation_queues/${id}/items`, items)).status).toBe(200);
  // Nothing of the tests' is called so, so it adds nothing to the others' queues.
  const rule = { project_id, name: "Failed answers", filter: { op_names: ["no such op"] }, rate: 0.1 };
  expect((await api(`/api/annotation_queues/${id}/rules`, rule)).status).toBe(200);
  return id;
}

/** Gives the id of a grader that nobody has measured. */
async function makeGrader(): Promise<string> {
  const grader = { type: "string_check", input: "{{sample.output_text}}", reference: "Yes", operation: "eq" };
  const name = `Readable ${crypto.randomUUID().slice(0, 8)}`;
  const response = await api("/api/graders", { project_id: SERVICE.project, name, grader });
  expect(response.status).toBe(200);
  return (await response.json()).grader.id;
}

/** Makes a webhook and switches it off, so that nothing is sent. */
async function makeWebhook(): Promise<void> {
  const project_id = SERVICE.project;
  const address = { url: "https://1.1.1.1/hook", events: ["training_job.cancelled"] };
  const { webhook } = await (await api("/api/webhooks", { project_id, ...address })).json();
  const headers = { "Content-Type": "application/json", ...keyHeaders(SERVICE.apiKey) };
  const body = JSON.stringify({ project_id, is_enabled: false });
  const response = await fetch(`${SERVICE.url}/api/webhooks/${webhook.id}`, { method: "PUT", headers, body });
  expect(response.status).toBe(200);
}

/** Makes a model and gives it a few steps of training; which of them are done when a page is looked at does not matter. */
async function trainModel(): Promise<{ modelId: string; jobId: string }> {
  const [entity, project] = SERVICE.project.split("/");
  const model = {
    entity,
    project,
    name: "readable-model",
    base_model: "spindle-mini",
    return_existing: true,
  };
  const { id: modelId } = await trainingApi("/api/v1/preview/models", model);
  const messages = [
    { role: "user", content: "Is this page readable?" },
    { role: "assistant", content: "It is." },
  ];
  const rows = `${JSON.stringify({ messages })}\n`.repeat(8);
  const training_data_url = `data:application/jsonl;base64,${Buffer.from(rows).toString("base64")}`;
  const { id: jobId } = await trainingApi("/api/v1/preview/sft-training-jobs", {
    model_id: modelId,
    training_data_url,
  });
  return { modelId, jobId };
}

/** The training group takes the key as a bearer alone. */
async function trainingApi(path: string, body: unknown): Promise<{ id: string }> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${SERVICE.apiKey}` };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${SERVICE.url}${path}`, init);
  expect(response.status, path).toBe(200);
  return response.json();
}
