import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createTable } from "#lib/contract/compat/tables.ts";
import { archiveDataset } from "#lib/contract/datasets/datasets.ts";
import * as contract from "#lib/contract/training/training.ts";
import { newId } from "#lib/platform/ids.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { aDataset, anIntentQueue, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { anUploadedFile, aRow } from "#lib/testing/data/file-data.ts";
import { aTrainedModel, rowOf } from "#lib/testing/data/job-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { keepObject } from "#lib/testing/data/object-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const PATH = "/v1/preview/sft-training-jobs";
const ROWS = aRow("Is it so?") + aRow("And now?", "No.");
const INLINE = `data:application/jsonl;base64,${Buffer.from(ROWS).toString("base64")}`;

routeGuarantees(api, contract.createSftTrainingJob, async ({ project }) => {
  const { modelId } = await aTrainedModel(api, { project });
  return { model_id: modelId, training_data_url: INLINE, config: { batch_size: 2, learning_rate: 2e-4 } };
});

async function aPlace() {
  const project = await api.aProject();
  const caller = byBearer(await api.aCaller(project, "engineer"));
  return { caller, ...(await aTrainedModel(api, { project })) };
}

function create(caller: Caller, body: Record<string, unknown>) {
  return api.send(caller, { path: PATH, body });
}

test("a supervised job keeps data that stand in the request, and its settings", async () => {
  const { caller, modelId } = await aPlace();
  const config = {
    batch_size: "auto",
    learning_rate: [1e-4, 5e-5],
    assistant_turns: "last",
    metric_logging: null,
  };
  const response = await create(caller, { model_id: modelId, training_data_url: INLINE, config });
  expect(response.status).toBe(200);
  const job = await response.json();
  expect(job).toMatchObject({ kind: "sft", status: "QUEUED", model_id: modelId });
  const row = await rowOf(api, job.id);
  expect(row.config).toEqual({ batch_size: "auto", learning_rate: [1e-4, 5e-5], assistant_turns: "last" });
  expect(await readFile(absolutePath(row.source), "utf8")).toBe(ROWS);
});

test("data in plain text may stand in the request as well", async () => {
  const { caller, modelId } = await aPlace();
  const url = `data:,${encodeURIComponent(ROWS)}`;
  const job = await (await create(caller, { model_id: modelId, training_data_url: url })).json();
  expect(await readFile(absolutePath((await rowOf(api, job.id)).source), "utf8")).toBe(ROWS);
});

test("an uploaded file is named by its id or as an artifact, and `latest` is settled when the job is created", async () => {
  const place = await aPlace();
  const first = await anUploadedFile(api, place, { content: ROWS, artifact: "refunds" });
  const name = `wandb-artifact:///${place.project.path}/refunds`;
  const sources: string[] = [];
  for (const url of [first.id, `${name}:v0`, `${name}:latest`]) {
    const response = await create(place.caller, { model_id: place.modelId, training_data_url: url });
    expect(response.status).toBe(200);
    sources.push((await rowOf(api, (await response.json()).id)).source);
  }
  expect(sources).toEqual([first.id, first.id, first.id]);
});

test("an https address is kept to be fetched when the job begins", async () => {
  const { caller, modelId } = await aPlace();
  const url = "https://data.example.com/rows.jsonl?version=3";
  const job = await (await create(caller, { model_id: modelId, training_data_url: url })).json();
  expect((await rowOf(api, job.id)).source).toBe(url);
});

test.each([
  ["http", "http://data.example.com/rows.jsonl", /https/],
  ["another scheme", "file:///etc/passwd", /not found/i],
  ["credentials in the address", "https://user:secret@data.example.com/rows", /user name or a password/],
  ["this machine", "https://127.0.0.1/rows", /private network or on this machine/],
  ["this machine in other digits", "https://2130706433/rows", /private network or on this machine/],
  ["this machine in IPv6", "https://[::ffff:127.0.0.1]/rows", /private network or on this machine/],
  ["metadata of a cloud", "https://169.254.169.254/latest", /never allowed/],
  ["no such file", "019a5b31-77aa-7c20-9b3d-5e6f70819203", /not found/i],
  ["no such artifact", "wandb-artifact:///acme/support/none:v0", /not found/i],
  ["data that are not data", "data:application/jsonl;base64", /not a data address/],
  ["data without a row", "data:,%0A%0A", /no row/],
  ["a bad line", `data:,${encodeURIComponent(`${aRow("Is it so?")}{"messages": [`)}`, /line 2 is not JSON/],
  [
    "a line without a reply",
    `data:,${encodeURIComponent('{"messages":[{"role":"user","content":"hi"}]}')}`,
    /line 1/,
  ],
  [
    "a line that is not text",
    `data:;base64,${Buffer.from([0xff, 0xfe]).toString("base64")}`,
    /line 1 is not UTF-8/,
  ],
])("data that can be seen to be wrong are a 422 that says what: %s", async (_, url, text) => {
  const { caller, modelId } = await aPlace();
  const response = await create(caller, { model_id: modelId, training_data_url: url });
  expect(response.status).toBe(422);
  const { detail } = await response.json();
  expect(detail).toMatchObject([{ type: "value_error", loc: ["body", "training_data_url"] }]);
  expect(detail[0].msg).toMatch(text);
  expect(detail[0].msg).not.toContain("secret");
});

test("another tenant's file is as unknown as one that never was", async () => {
  const [mine, theirs] = [await aPlace(), await aPlace()];
  const { id } = await anUploadedFile(api, theirs, { content: ROWS });
  const response = await create(mine.caller, { model_id: mine.modelId, training_data_url: id });
  expect(response.status).toBe(422);
});

test("a version of a dataset is named by its reference, and only what is not held out is copied", async () => {
  const review = await anIntentQueue(api, { items: 12, people: 1 });
  const { desk } = review;
  for (let item = 0; item < 12; item++) await review.say(0, item, { intent: "refund" });
  const recipe = intentRecipe(review, {}, { split: { held_out: 0.4 } });
  const { id } = await aDataset(api, desk, recipe, { name: "intents" });
  const { version } = await aVersion(api, desk, id);
  const { modelId } = await aTrainedModel(api, { project: desk.project });
  const named = version.ref.replace(/:[^:]*$/, "");
  for (const url of [version.ref, `${named}:v0`, `${named}:latest`]) {
    const response = await create(byBearer(desk.caller), { model_id: modelId, training_data_url: url });
    const job = await response.json();
    expect(response.status, JSON.stringify(job)).toBe(200);
    expect(job.source).toMatchObject({
      kind: "dataset",
      name: "intents:v0",
      dataset_ref: `${named}:v0`,
      is_available: true,
    });
    const lines = (await readFile(absolutePath((await rowOf(api, job.id)).source), "utf8"))
      .trimEnd()
      .split("\n");
    expect(lines).toHaveLength(version.counts.train);
    expect(lines.map((line) => JSON.parse(line).split)).not.toContain("held_out");
  }
});

test("a dataset that a program published is trained on at once", async () => {
  const { caller, project, modelId } = await aPublisher();
  const rows = [JSON.parse(aRow("Is it so?")), JSON.parse(aRow("And now?", "No."))];
  const ref = await publish({ caller, project }, rows);
  const job = await (await create(byBearer(caller), { model_id: modelId, training_data_url: ref })).json();
  const { source } = await rowOf(api, job.id);
  expect(
    (await readFile(absolutePath(source), "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(rows);
});

test("of a dataset that a program published, rows of a test split in any common word are not trained on", async () => {
  const { caller, project, modelId } = await aPublisher();
  const splits = ["train", "held_out", "test", "Held-Out", "validation", null];
  const rows = splits.map((split, n) => ({ ...JSON.parse(aRow(`Is it ${n}?`)), split }));
  const ref = await publish({ caller, project }, rows);
  const job = await (await create(byBearer(caller), { model_id: modelId, training_data_url: ref })).json();
  const { source, validation } = await rowOf(api, job.id);
  const lines = (await readFile(absolutePath(source), "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).split)).toEqual(["train", null]);
  expect(validation).toMatchObject({ rows: 4 });
});

test("columns that a program calls otherwise are named in the reference, and a split among them is held out", async () => {
  const { caller, project, modelId } = await aPublisher();
  const said = (part: string, n: number) => ({ question: `Q${n}?`, answer: "Yes.", part, shelf: n });
  const ref = await publish({ caller, project }, [said("train", 1), said("Test", 2), said("train", 3)]);
  const send = (training_data_url: string) =>
    create(byBearer(caller), { model_id: modelId, training_data_url });
  const made = await (await send(`${ref}?prompt=question&completion=answer&split=part`)).json();
  expect(made.source).toMatchObject({ kind: "dataset", dataset_ref: expect.stringMatching(/:v0$/) });
  const { source, validation } = await rowOf(api, made.id);
  const rowsIn = async (path: string) =>
    (await readFile(absolutePath(path), "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  const read = (split: string, n: number) => ({ prompt: `Q${n}?`, completion: "Yes.", split, shelf: n });
  expect(await rowsIn(source)).toEqual([read("train", 1), read("train", 3)]);
  expect(validation).toMatchObject({ rows: 1 });
  for (const [query, why] of [
    [
      "",
      /none is called messages.*say in the reference what they are, such as .*\?prompt=question&completion=answer/,
    ],
    ["?question=prompt", /columns can be messages/],
    ["?completion=answer", /which column is the prompt/],
  ] as const) {
    const answer = await send(`${ref}${query}`);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toMatch(why);
  }
});

test("a reference that gives nothing to train on is a 422 that says why", async () => {
  const review = await anIntentQueue(api, { items: 1, people: 1 });
  const { desk } = review;
  await review.say(0, 0, { intent: "refund" });
  const correction = { path: "output.content", text: "Better" };
  await desk.answer(desk.person(0), 0, {
    revision: 1,
    feedback: [review.onCall(0, "spindle.correction.1", correction)],
  });
  const built = async (recipe: Record<string, unknown>, kind: "sft" | "preference" = "sft") => {
    const { id } = await aDataset(api, desk, recipe, { kind });
    return { id, ref: (await aVersion(api, desk, id)).version.ref };
  };
  const corrected = { sources: [{ kind: "queue", queue_id: desk.queueId, use: "corrected" }] };
  const archived = await built(intentRecipe(review));
  await api.call(desk.caller, archiveDataset, { projectId: desk.projectId, datasetId: archived.id });
  // By nearly each of these seeds the one row is held out.
  const heldOut = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
      built(intentRecipe(review, {}, { split: { held_out: 0.9, seed } })),
    ),
  );
  const elsewhere = await aPublisher();
  const theirs = await publish(elsewhere, [JSON.parse(aRow("Is it so?"))]);
  const noTable = {
    ...{ _type: "Dataset", _class_name: "Dataset", _bases: ["Object", "BaseModel"] },
    rows: `weave:///${desk.projectId}/table/${"0".repeat(64)}`,
  };
  const here = { caller: desk.caller, project: desk.project };
  const lost = await keepObject(api, here, { objectId: "lost", val: noTable });
  const unread = await publish(here, [{ question: "no messages" }]);
  const { modelId } = await aTrainedModel(api, { project: desk.project });
  const refusals: [string, RegExp][] = [
    [(await built(corrected, "preference")).ref, /kind preference; a supervised job needs one of kind sft/],
    [archived.ref, /archived dataset; restore it/],
    [theirs, /not found/],
    [`weave:///${desk.projectId}/object/none:v0`, /not found/],
    [review.ref("intent"), /of the class AnnotationSpec and not a dataset/],
    [`weave:///${desk.projectId}/call/x`, /does not name a version of a dataset/],
    [`weave:///${desk.projectId}/object/a\u0000:v0`, /does not name a version of a dataset/],
    [`weave:///${desk.projectId}/object/lost:${lost.digest}`, /names rows that its project does not have/],
    [
      unread,
      /the columns question, and none is called messages.*such as \S+\?prompt=question&completion=answer$/,
    ],
  ];
  for (const [url, text] of refusals) {
    const response = await create(byBearer(desk.caller), { model_id: modelId, training_data_url: url });
    expect(response.status, url).toBe(422);
    const { detail } = await response.json();
    expect(detail).toMatchObject([{ loc: ["body", "training_data_url"], msg: expect.stringMatching(text) }]);
  }
  const answers = heldOut.map(async ({ ref }) => {
    const response = await create(byBearer(desk.caller), { model_id: modelId, training_data_url: ref });
    return response.status === 422 ? (await response.json()).detail[0].msg : "trained";
  });
  expect(await Promise.all(answers)).toContainEqual(
    expect.stringContaining("has no rows to train on; all of them are held out"),
  );
});

async function aPublisher() {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  return { caller, ...(await aTrainedModel(api, { project })) };
}

/** Publishes rows as an SDK does, and gives the reference. */
async function publish(
  place: { caller: Caller; project: TestProject },
  rows: Record<string, unknown>[],
): Promise<string> {
  const projectId = place.project.path;
  const table = await api.call(place.caller, createTable, { table: { projectId, rows } });
  const val = {
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    rows: `weave:///${projectId}/table/${table.digest}`,
  };
  const { digest } = await keepObject(api, place, { objectId: "published", val });
  return `weave:///${projectId}/object/published:${digest}`;
}

test("the same request again without an Idempotency-Key is another job", async () => {
  const { caller, modelId } = await aPlace();
  const body = { model_id: modelId, training_data_url: INLINE };
  const ids = [await create(caller, body), await create(caller, body)].map(
    async (one) => (await one.json()).id,
  );
  expect(new Set(await Promise.all(ids)).size).toBe(2);
});

test("a job takes the data of another one again, wherever they lie, and nobody takes those of another tenant", async () => {
  const [mine, theirs] = [await aPlace(), await aPlace()];
  const first = await (
    await create(mine.caller, { model_id: mine.modelId, training_data_url: INLINE })
  ).json();
  const again = await create(mine.caller, {
    model_id: mine.modelId,
    training_data_url: `job:${first.id}`,
    name: "Again",
  });
  expect(await again.json()).toMatchObject({ name: "Again", source: { ...first.source }, retry_of: null });
  const check = await api.send(mine.caller, {
    method: "POST",
    path: "/v1/preview/sft-training-jobs/validate",
    body: { model_id: mine.modelId, training_data_url: `job:${first.id}` },
  });
  expect(await check.json()).toMatchObject({ problems: [] });
  const foreign = await create(theirs.caller, {
    model_id: theirs.modelId,
    training_data_url: `job:${first.id}`,
  });
  expect(foreign.status).toBe(422);
  expect((await foreign.json()).detail[0].msg).toMatch(/not found/);
});

test("a job may name the checkpoint that it starts from, which stays as long as it waits; one that cannot be used is a 422", async () => {
  const { caller, modelId, project } = await aPlace();
  const rows = await api.db.prisma.checkpoint.createManyAndReturn({
    data: [1, 2, 3].map((step) => ({
      id: newId(),
      projectId: project.id,
      modelId,
      step,
      corruptAt: step === 2 ? new Date() : null,
    })),
  });
  expect(rows).toHaveLength(3);
  const asked = (startStep: unknown) =>
    create(caller, { model_id: modelId, training_data_url: INLINE, start_step: startStep });
  expect(await (await asked(1)).json()).toMatchObject({ start_step: 1, started_from_step: null });
  for (const step of [2, 4]) {
    const response = await asked(step);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      detail: [
        { loc: ["body", "start_step"], msg: expect.stringContaining(`no usable checkpoint of step ${step}`) },
      ],
    });
  }
  const path = `/v1/preview/models/${modelId}/checkpoints`;
  const remove = (step: number) => api.send(caller, { method: "DELETE", path, body: { steps: [step] } });
  expect((await remove(1)).status).toBe(409);
  expect((await remove(3)).status).toBe(200);
});

test("the rows to measure by are kept with the job, and with one that takes its data again", async () => {
  const place = await aPlace();
  const { caller, modelId } = place;
  const file = await anUploadedFile(api, place, { content: aRow("Who?") });
  const given = { model_id: modelId, training_data_url: INLINE };
  const first = await (await create(caller, { ...given, validation_data_url: file.id })).json();
  expect(first).toMatchObject({ validation: { name: "rows.jsonl", rows: 1 } });
  const again = { ...given, training_data_url: `job:${first.id}` };
  const second = await (await create(caller, again)).json();
  expect(second).toMatchObject({ validation: { name: "rows.jsonl", rows: 1 } });
  const other = await (await create(caller, { ...again, validation_data_url: INLINE })).json();
  expect(other).toMatchObject({ validation: { name: null, rows: 2 } });
  const kept = async (id: string) => readFile(absolutePath(`jobs/${id}/validation.jsonl`), "utf8");
  expect(await kept(second.id)).toBe(aRow("Who?"));
  expect(await kept(other.id)).toBe(ROWS);
});

test("what a job cannot be measured by is a 422 that says why", async () => {
  const place = await aPlace();
  const { caller, modelId } = place;
  const file = await anUploadedFile(api, place, { content: ROWS });
  const refused = async (body: Record<string, unknown>, loc: string[], text: RegExp) => {
    const response = await create(caller, { model_id: modelId, training_data_url: file.id, ...body });
    const { detail } = await response.json();
    expect(response.status, JSON.stringify(detail)).toBe(422);
    expect(detail).toMatchObject([{ loc: ["body", ...loc] }]);
    expect(detail[0].msg).toMatch(text);
  };
  const data = ["validation_data_url"];
  await refused({ validation_data_url: file.id }, data, /file that is trained on/);
  await refused(
    { validation_data_url: "https://data.example.com/rows" },
    data,
    /address cannot be measured by/,
  );
  await refused({ validation_data_url: "data:,%0A" }, data, /no rows/);
  await refused({ validation_data_url: "data:,nonsense" }, data, /line 1 is not JSON/);
  await refused({ validation_data_url: "none" }, data, /not found/i);
  await refused({ config: { keep: "best" } }, ["config", "keep"], /no rows are held out/);
  await refused(
    { validation_data_url: INLINE, config: { keep: "best", validation_every: 0 } },
    ["config", "keep"],
    /validation_every is 0/,
  );
  await refused(
    { config: { learning_rate: [1e-3], lr_schedule: "cosine" } },
    ["config", "lr_schedule"],
    /a rate for each batch/,
  );
});

test("more than twenty checkpoints on the way are a 422 that says which step apart is enough, before a job exists", async () => {
  const { caller, modelId, project } = await aPlace();
  const file = await anUploadedFile(api, { caller, project }, { content: ROWS.repeat(22) });
  for (const url of [`data:,${encodeURIComponent(ROWS.repeat(22))}`, file.id])
    for (const path of [PATH, `${PATH}/validate`]) {
      // 44 rows, one a step.
      const config = { batch_size: 1, checkpoint_every: 2 };
      const body = { model_id: modelId, training_data_url: url, config };
      const response = await api.send(caller, { path, body });
      expect(response.status).toBe(422);
      const { detail } = await response.json();
      expect(detail).toMatchObject([{ type: "value_error", loc: ["body", "config", "checkpoint_every"] }]);
      expect(detail[0].msg).toMatch(/44 steps would leave 21 .* may leave 20; send .* at least 3/);
      const enough = { ...body, config: { ...config, checkpoint_every: 3 } };
      expect((await api.send(caller, { path, body: enough })).status).toBe(200);
    }
  const none = { model_id: modelId, training_data_url: INLINE, config: { checkpoint_every: 0 } };
  expect((await (await create(caller, none)).json()).detail[0].loc).toEqual([
    ...["body", "config", "checkpoint_every"],
  ]);
});
