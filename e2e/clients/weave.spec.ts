import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { api } from "../support/requests.ts";
import { startTlsFront } from "../support/tls-front.ts";
import { runWeave, type Seen } from "./run-weave.ts";

const KEY = { WANDB_API_KEY: SERVICE.apiKey };
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;

const OUTPUT = {
  role: "assistant",
  content: "It arrives tomorrow.",
  asked: "Where is my parcel?",
  tries: 2,
};

type StoredCall = Record<string, unknown> & {
  id: string;
  trace_id: string;
  op_name: string;
  summary: { weave: Record<string, unknown> };
};

for (const prefix of ["/api", "/traces"])
  test(`The weave package traces into ${prefix}, and all that it sent is read back`, async () => {
    // Nobody has made the project; the first write does.
    const project = `acme/weave-${prefix.slice(1)}`;
    const { seen, output } = await runWeave([project], { ...KEY, WF_TRACE_SERVER_URL: SERVICE.url + prefix });
    expect(output).not.toMatch(/error (processing|saving|loading|parsing|in|during)/i);
    await hasCalls(project, seen);
    await hasScore(project, seen);
    await hasObjects(project, seen);
    await hasFiles(project, seen);
    sawItsOwn(seen);
  });

async function hasCalls(project: string, { answerId, judgeId, refs }: Seen): Promise<void> {
  const calls = await callsOf(project);
  const named = (name: string) => calls.filter(({ op_name }) => op_name.includes(`/op/${name}:`));
  const [answer, child, refusal, judgement] = ["answer_question", "look_up", "refuse", "judge"].map(
    (name) => named(name)[0],
  );
  const attributes = {
    weave: { client_version: "0.11.1", source: "js-sdk" },
    session: "s-1",
    deep: { request: 7 },
  };
  const common = { project_id: project, thread_id: null, turn_id: null, deleted_at: null };
  const times = { started_at: expect.stringMatching(ISO_TIME), ended_at: expect.stringMatching(ISO_TIME) };
  expect(answer).toMatchObject({
    ...common,
    ...times,
    id: answerId,
    display_name: "The parcel question",
    parent_id: null,
    attributes,
    inputs: { question: "Where is my parcel?", tries: 2 },
    output: OUTPUT,
    exception: null,
    summary: {
      usage: { tiny: { requests: 1, prompt_tokens: 12, completion_tokens: 5 } },
      weave: { status: "success", trace_name: "answer_question" },
    },
  });
  expect(child).toMatchObject({
    ...common,
    ...times,
    parent_id: answerId,
    trace_id: answer?.trace_id,
    display_name: null,
    attributes,
    inputs: { id: "p-1" },
    output: { id: "p-1", arrives: "tomorrow" },
    summary: { weave: { status: "success" } },
  });
  expect(refusal).toMatchObject({
    ...common,
    ...times,
    inputs: { arg0: "no parcel" },
    output: null,
    exception: "Refused: no parcel",
    summary: { weave: { status: "error" } },
  });
  expect(judgement).toMatchObject({
    id: judgeId,
    op_name: refs.judge,
    inputs: {
      row: expect.stringMatching(`^${refs.dataset}/attr/rows/id/[A-Za-z0-9]{43}$`),
      text: "It arrives tomorrow.",
    },
    output: true,
  });
  expect(named("Evaluation.predictAndScore")).toHaveLength(2);
  expect(
    named("is_right")
      .map(({ output }) => output)
      .sort(),
  ).toEqual([false, true]);
  expect(calls).toHaveLength(12);
}

async function hasScore(project: string, { scoreId, answerId, judgeId, refs }: Seen): Promise<void> {
  const { result } = await read("/feedback/query", { project_id: project });
  expect(result).toEqual([
    expect.objectContaining({
      id: scoreId,
      weave_ref: `weave:///${project}/call/${answerId}`,
      feedback_type: "wandb.runnable.judge",
      payload: { output: { passed: true, score: 0.75 } },
      runnable_ref: refs.judge,
      call_ref: `weave:///${project}/call/${judgeId}`,
    }),
  ]);
}

async function hasObjects(project: string, { refs, judgeId }: Seen): Promise<void> {
  const rows = [
    { question: "Where is my parcel?", expected: "tomorrow", weight: 1.5 },
    { question: "¿Dónde está? 📦", expected: "mañana", weight: 2 },
  ];
  const { call } = await read("/call/read", { project_id: project, id: judgeId });
  const names = [`${refs.dataset}/attr/description`, `${refs.dataset}/attr/rows/index/0`, call.inputs.row];
  expect(await read("/refs/read_batch", { refs: [...names, refs.prompt, refs.plain] })).toEqual({
    vals: [
      "Two of them",
      rows[0],
      rows[1],
      expect.objectContaining({ _type: "StringPrompt", name: "greeting", content: "Hello {name}" }),
      { any: ["value", 1, null] },
    ],
  });
  const filter = { base_object_classes: ["Dataset", "Evaluation", "Prompt"] };
  const { objs } = await read("/objs/query", { project_id: project, filter });
  expect(objs.map((obj: { object_id: string }) => obj.object_id).sort()).toEqual([
    "greeting",
    "parcel-questions",
    "parcels",
  ]);
}

async function hasFiles(project: string, { drawId, refs }: Seen): Promise<void> {
  const { call } = await read("/call/read", { project_id: project, id: drawId });
  const image = await contentOf(project, "/file/content", call.output.files["image.png"]);
  const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  expect(digestOf(image)).toBe(digestOf(readFileSync("docs/screens/thread.png")));
  const { vals } = await read("/refs/read_batch", { refs: [`${refs.judge}/key/files/key/obj.py`] });
  const source = await contentOf(project, "/files/content", vals[0]);
  expect(Buffer.from(source).toString()).toContain('input.text.includes("tomorrow")');
}

/** What the package itself made of our answers. */
function sawItsOwn(seen: Seen): void {
  expect(seen).toMatchObject({
    refusal: "TypeError: Refused: no parcel",
    evaluated: { model_success: { true_count: 2 }, is_right: { true_count: 1, true_fraction: 0.5 } },
    rows: [
      { question: "Where is my parcel?", expected: "tomorrow", weight: 1.5 },
      { question: "¿Dónde está? 📦", expected: "mañana", weight: 2 },
    ],
    promptText: "Hello Ida",
    plainValue: { any: ["value", 1, null] },
    roots: ["Evaluation.evaluate", "answer_question", "draw", "judge", "refuse"],
    again: {
      displayName: "The parcel question",
      output: OUTPUT,
      attributes: { session: "s-1", deep: { request: 7 } },
    },
  });
}

test("With one TLS address, the weave package signs in, finds its entity, and its call is annotated", async ({
  page,
  signIn,
}) => {
  const front = await startTlsFront(SERVICE.url);
  const settings = { ...KEY, WANDB_BASE_URL: front.url, NODE_EXTRA_CA_CERTS: front.certificateFile };
  const { host } = new URL(front.url);
  const { seen, output } = await runWeave(["weave-annotated", host], settings).finally(front.close);
  expect(output).toContain(`Credentials saved for ${host}`);
  const { project, answerId } = seen;
  expect(project).toBe("acme/weave-annotated");

  const link = output.match(new RegExp(`https://${host}(/\\S+/r/call/${answerId})`))?.[1];
  await signIn(page);
  await page.goto(link ?? "");
  await expect(page).toHaveURL(new RegExp(`/projects/${project}/calls/${answerId}$`));
  await expect(page.getByText("It arrives tomorrow.").first()).toBeVisible();

  const queueId = await aQueue(project, answerId);
  await page.goto(`/projects/${project}/queues/${queueId}/annotate`);
  await expect(page.getByText("It arrives tomorrow.").first()).toBeVisible();
  await page.getByRole("group", { name: QUESTION }).getByRole("radio", { name: "Yes" }).check();
  await page.getByRole("button", { name: "Submit and next" }).click();
  await expect
    .poll(() => annotationsOf(project, queueId))
    .toEqual([{ about: `weave:///${project}/call/${answerId}`, value: true }]);
});

const QUESTION = "Is the answer right?";

async function aQueue(project: string, callId: string): Promise<string> {
  const spec = { name: QUESTION, field_schema: { type: "boolean" } };
  const { digest } = await read("/obj/create", {
    obj: { project_id: project, object_id: "right", val: spec, builtin_object_class: "AnnotationSpec" },
  });
  const { id } = await read("/annotation_queues", {
    project_id: project,
    name: "From weave",
    scorer_refs: [`weave:///${project}/object/right:${digest}`],
  });
  const items = { project_id: project, call_ids: [callId], display_fields: ["inputs.question", "output"] };
  expect(await read(`/annotation_queues/${id}/items`, items)).toMatchObject({ added_count: 1 });
  return id;
}

async function annotationsOf(project: string, queueId: string): Promise<unknown[]> {
  const query = { $expr: { $eq: [{ $getField: "queue_id" }, { $literal: queueId }] } };
  const { result } = await read("/feedback/query", { project_id: project, query });
  return result.map((row: { weave_ref: string; payload: { value: unknown } }) => ({
    about: row.weave_ref,
    value: row.payload.value,
  }));
}

/** The answer to a request; anything but 200 fails the test. */
async function read(path: string, body: unknown) {
  const response = await api(`/api${path}`, body);
  const text = await response.text();
  expect(response.status, `${path}: ${text}`).toBe(200);
  return JSON.parse(text);
}

async function callsOf(project: string): Promise<StoredCall[]> {
  const response = await api("/api/calls/stream_query", { project_id: project });
  return (await response.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function contentOf(project: string, path: string, digest: string): Promise<Uint8Array> {
  const response = await api(`/traces${path}`, { project_id: project, digest });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}
