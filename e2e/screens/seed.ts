import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { expect, keyHeaders, SERVICE } from "../support/fixtures.ts";
import { aPerson, invite, join } from "../support/people.ts";
import { api } from "../support/requests.ts";
import { conversations } from "./conversations.ts";

/** What the pictures show, by the parts of their addresses. */
export type Seed = {
  queueId: string;
  pairsId: string;
  threadId: string;
  modelId: string;
  jobId: string;
  secondJobId: string;
  datasetId: string;
  evaluationId: string;
};

const SPECS = [
  { id: "correct", name: "Is the answer correct?", schema: { type: "boolean" } },
  { id: "tone", name: "How is the tone?", schema: { type: "string", enum: ["kind", "neutral", "rude"] } },
  {
    id: "effort",
    name: "How much work was it for the customer?",
    schema: { type: "integer", minimum: 1, maximum: 5 },
  },
];
const GUIDELINES =
  "Judge the **last answer** alone.\n\n- *Correct*: every fact in it follows from the conversation or the tools.\n- *Tone*: as you would want to be spoken to.\n- *Effort*: 1 is none, 5 is a lot.";

/** Fills an empty project over HTTP, as its users would. */
export async function seed(admin: Page, browser: Browser): Promise<Seed> {
  const calls = conversations(36);
  await post("/api/v2/acme/support/calls/complete", { batch: calls });
  const turns = calls.filter((call) => call.turn_id === call.id);
  const refs = await Promise.all(SPECS.map(makeSpec));
  const queueId = await makeQueue("Support tone, spring", {
    scorer_refs: refs,
    annotators_per_item: 2,
    skip_reasons: ["Not English", "Cut off"],
  });
  const callIds = turns.slice(0, 40).map(({ id }) => id);
  await post(`/api/annotation_queues/${queueId}/items`, {
    ...PROJECT,
    call_ids: callIds,
    display_fields: ["inputs.messages", "output"],
  });
  const pairsId = await makeQueue("Which answer is better?", { scorer_refs: [], kind: "pairwise" });
  const pairs = turns.slice(0, 12).map(({ id }, i) => ({ call_id: id, pair_call_id: turns[i + 12]?.id }));
  await post(`/api/annotation_queues/${pairsId}/pairs`, { ...PROJECT, pairs, display_fields: ["output"] });
  await annotate(await newcomer(admin, browser, "Ana"), { queueId, refs, items: 22, offset: 0 });
  await annotate(await newcomer(admin, browser, "Ben"), { queueId, refs, items: 17, offset: 1 });
  const measured = await closeLoop(queueId, refs[1] ?? "");
  return { queueId, pairsId, threadId: "support-4700", ...measured, ...(await train()) };
}

/** A dataset of what people said of the tone, a model that learned from it, and how much better it is than before. */
async function closeLoop(queueId: string, field: string): Promise<Pick<Seed, "datasetId" | "evaluationId">> {
  const source = { kind: "queue", queue_id: queueId, use: "labels", field };
  const recipe = { sources: [source], prompt: { turns: "whole" }, split: { held_out: 0.4 } };
  const named = { ...PROJECT, name: "support-tone", kind: "sft", recipe };
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", named);
  const built = await post<{ version: { ref: string } }>(`/api/datasets/${dataset.id}/versions`, PROJECT);
  const model_id = await makeModel("tone-judge");
  const config = { batch_size: 4, learning_rate: 0.002, n_epochs: 8 };
  const { id } = await training("sft-training-jobs", {
    model_id,
    training_data_url: built.version.ref,
    config,
  });
  await expect.poll(() => stateOf(id), { timeout: 120_000 }).toBe("completed");
  const wanted = { ...PROJECT, name: "Tone", dataset_id: dataset.id };
  const { evaluation } = await post<{ evaluation: { id: string } }>("/api/evaluations", wanted);
  const subjects = ["spindle-mini", `${SERVICE.project}/tone-judge:step1`];
  const { runs } = await post<{ runs: { id: string }[] }>(`/api/evaluations/${evaluation.id}/runs`, {
    ...PROJECT,
    subjects,
  });
  for (const run of runs) await expect.poll(() => runState(run.id), { timeout: 60_000 }).toBe("completed");
  return { datasetId: dataset.id, evaluationId: evaluation.id };
}

async function runState(runId: string): Promise<string> {
  const at = `${SERVICE.url}/api/evaluation_runs/${runId}?project_id=${encodeURIComponent(SERVICE.project)}`;
  const response = await fetch(at, { headers: keyHeaders(SERVICE.apiKey) });
  return (await response.json()).run.state;
}

const PROJECT = { project_id: SERVICE.project };

async function post<Reply>(path: string, body: unknown): Promise<Reply> {
  const response = await api(path, body);
  expect(response.status, `${path}: ${await response.clone().text()}`).toBe(200);
  return response.json();
}

async function makeSpec({ id, name, schema }: (typeof SPECS)[number]): Promise<string> {
  const val = { name, description: "", field_schema: schema };
  const obj = { ...PROJECT, object_id: id, val, builtin_object_class: "AnnotationSpec" };
  const { digest } = await post<{ digest: string }>("/api/obj/create", { obj });
  return `weave:///${SERVICE.project}/object/${id}:${digest}`;
}

async function makeQueue(name: string, settings: Record<string, unknown>): Promise<string> {
  const queue = { ...PROJECT, name, description: GUIDELINES, ...settings };
  return (await post<{ id: string }>("/api/annotation_queues", queue)).id;
}

async function newcomer(admin: Page, browser: Browser, name: string): Promise<APIRequestContext> {
  const person = aPerson(name);
  const link = await invite(admin, SERVICE.project, { email: person.email, role: "Annotator" });
  return (await join(browser, link, person)).context.request;
}

type Work = { queueId: string; refs: string[]; items: number; offset: number };
type Reserved = { reserved: { item: { id: string; call_id: string }; own: { revision: number } }[] };

/** Answers as a person at the desk would; now and then two people differ. */
async function annotate(person: APIRequestContext, { queueId, refs, items, offset }: Work): Promise<void> {
  const send = async <Reply>(path: string, body: object): Promise<Reply> => {
    const data = { ...PROJECT, ...body };
    const response = await person.post(`${SERVICE.url}/api/annotation_queues/${queueId}/items/${path}`, {
      data,
      headers: { Origin: SERVICE.url },
    });
    expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
    return response.json();
  };
  for (let n = 0; n < items; n++) {
    const { reserved } = await send<Reserved>("reserve", { count: 1 });
    const [next] = reserved;
    if (!next) return;
    const differs = n % 5 === 3 ? offset : 0;
    const values = [differs === 0, ["kind", "neutral"][differs], 1 + ((n + differs) % 4)];
    const feedback = refs.map((ref, i) => ({
      ...PROJECT,
      weave_ref: `weave:///${SERVICE.project}/call/${next.item.call_id}`,
      feedback_type: `wandb.annotation.${SPECS[i]?.id}`,
      annotation_ref: ref,
      queue_id: queueId,
      payload: { value: values[i] },
    }));
    const answer = {
      annotation_state: "completed",
      revision: next.own.revision,
      feedback,
      active_ms: 9_000 + ((n * 3_700) % 40_000),
    };
    await send(`${next.item.id}/answer`, answer);
  }
}

/** A model with a job that has ended and a longer one after it. */
async function train(): Promise<Pick<Seed, "modelId" | "jobId" | "secondJobId">> {
  const modelId = await makeModel("shop-assistant");
  const start = async (rows: number) =>
    (
      await training("sft-training-jobs", {
        model_id: modelId,
        training_data_url: dataOf(rows),
        config: { batch_size: 4 },
      })
    ).id;
  const jobId = await start(320);
  await expect.poll(() => stateOf(jobId), { timeout: 120_000 }).toBe("completed");
  return { modelId, jobId, secondJobId: await start(4_000) };
}

async function makeModel(name: string): Promise<string> {
  const [entity, project] = SERVICE.project.split("/");
  const model = { entity, project, name, base_model: "spindle-mini", return_existing: true };
  return (await training("models", model)).id;
}

async function stateOf(jobId: string): Promise<string> {
  return (await training(`training-jobs/${jobId}`, null)).state;
}

/** The training group takes the key as a bearer alone. */
async function training(path: string, body: unknown): Promise<{ id: string; state: string }> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${SERVICE.apiKey}` };
  const init = body === null ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${SERVICE.url}/api/v1/preview/${path}`, init);
  expect(response.status, path).toBe(200);
  return response.json();
}

const ASKS = [
  "Where is my order?",
  "Can I send it back?",
  "Is the oak table in stock?",
  "Which carrier do you use?",
];
const SAYS = [
  "It arrives tomorrow before noon.",
  "Yes, within 30 days.",
  "Yes, in 140 and 160 cm.",
  "We ship with Posten.",
];

function dataOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const messages = [
      { role: "user", content: `${ASKS[i % 4]} (${i % 37})` },
      { role: "assistant", content: SAYS[i % 4] },
    ];
    return JSON.stringify({ messages });
  });
  return `data:application/jsonl;base64,${Buffer.from(lines.join("\n")).toString("base64")}`;
}
