import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import { getDataset } from "#lib/contract/datasets/datasets.ts";
import { diffDatasetVersion } from "#lib/contract/datasets/version-diff.ts";
import { validateSftTrainingJob } from "#lib/contract/training/training.ts";
import { aDataset, anIntentQueue, aTalk, aVersion, intentRecipe } from "#lib/testing/data/dataset-data.ts";
import { anUploadedFile } from "#lib/testing/data/file-data.ts";
import { aModelIn, byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
const NUL = "\u0000";
/** Texts are kept as they were sent, and PostgreSQL cannot look into JSON that holds this one. */
const talks = (n: number) => aTalk(n, { question: `Where${NUL}is ${n}?`, answer: `There${NUL}${n}` });

async function aPlace() {
  const review = await anIntentQueue(api, { items: 4, people: 1, talks });
  for (const item of [0, 1, 2]) await review.say(0, item, { intent: "refund", good: true });
  return { review, desk: review.desk };
}

test.each([
  ["labels", "sft", {}],
  ["approved", "sft", { use: "approved", field: "good", keep_if: { eq: true } }],
  ["judge", "sft", { use: "judge", field: "good", question: "Is it good?" }],
  ["questions", "prompts", { use: "questions", field: undefined }],
] as const)(
  "rows of %s live with NUL: built, read, compared and exported as they were sent",
  async (_, kind, more) => {
    const { review, desk } = await aPlace();
    const source = "field" in more && more.field ? { ...more, field: review.ref(more.field) } : more;
    const { id: datasetId } = await aDataset(api, desk, intentRecipe(review, source, NO_SPLIT), { kind });
    const preview = { projectId: desk.projectId, kind, recipe: await recipeOf(desk, datasetId), limit: 3 };
    expect((await api.call(desk.caller, contract.previewDataset, preview)).rows).toHaveLength(3);
    await aVersion(api, desk, datasetId);
    await review.say(0, 3, { intent: "account", good: true });
    const at = { projectId: desk.projectId, datasetId, version: "v0", limit: 10, offset: 0 };
    const { rows } = await api.call(desk.caller, contract.queryDatasetRows, at);
    expect(JSON.stringify(rows.map(({ row }) => row))).toContain(SAID);
    await aVersion(api, desk, datasetId);
    const compared = { ...at, version: "latest", against: "v0" };
    await api.call(desk.caller, diffDatasetVersion, compared);
    for (const format of contract.DATASET_FORMATS) {
      const search = new URLSearchParams({ project_id: desk.projectId, format });
      const path = `/datasets/${datasetId}/versions/v0/export?${search}`;
      const sent = await api.send(desk.caller, { method: "GET", path });
      expect([format, sent.status]).toEqual([format, 200]);
      const file = await sent.arrayBuffer();
      if (format === "parquet") expect(JSON.stringify(await parquetReadObjects({ file }))).toContain(SAID);
      // The tables of a folder are compressed.
      else if (format !== "hf") expect(escaped(Buffer.from(file).toString())).toContain(SAID);
    }
  },
);

/** As JSON has it. */
const SAID = "Where\\u0000is 1?";
function escaped(text: string): string {
  return text.replaceAll(NUL, "\\u0000").replaceAll("\\\\u", "\\u");
}

const NO_SPLIT = { split: { held_out: 0 } };

type Desk = Awaited<ReturnType<typeof aPlace>>["desk"];

async function recipeOf(desk: Desk, datasetId: string) {
  return (await api.call(desk.caller, getDataset, { projectId: desk.projectId, datasetId })).dataset.recipe;
}

test("calls, files and versions that hold NUL become rows, and a job learns from them", async () => {
  const { desk } = await aPlace();
  const place = { project: desk.project, caller: desk.caller };
  const messages = [
    { role: "user", content: `Where${NUL}is 9?` },
    { role: "assistant", content: `There${NUL}` },
  ];
  const file = await anUploadedFile(api, desk, { content: `${JSON.stringify({ messages })}\n` });
  const callIds = desk.items.map(({ callId }) => callId);
  const sources = [
    { kind: "calls", filter: { call_ids: callIds } },
    { kind: "upload", file_id: file.id },
  ];
  const { id, name } = await aDataset(api, place, { sources, ...NO_SPLIT });
  const { version } = await aVersion(api, place, id);
  expect(version.counts.train).toBe(5);
  const again = await aDataset(api, place, { sources: [{ kind: "version", ref: version.ref }], ...NO_SPLIT });
  expect((await aVersion(api, place, again.id)).version.counts.train).toBe(5);
  const model = await aModelIn(api, place);
  const data = `weave:///${desk.projectId}/object/${name}:v0`;
  const checked = await api.call(byBearer(desk.caller), validateSftTrainingJob, {
    modelId: model.id,
    trainingDataUrl: data,
  });
  expect(checked).toMatchObject({ rows: 5, problems: [] });
});
