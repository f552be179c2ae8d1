import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/datasets/dataset-versions.ts";
import {
  aDataset,
  anIntentQueue,
  aTalk,
  aVersion,
  aVersionIn,
  becomeTalk,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import { anUploadedFile } from "#lib/testing/data/file-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.exportDatasetVersion, (place) => aVersionIn(api, place));

test("a version downloads as lines that a training job takes, and as a table", async () => {
  const review = await anIntentQueue(api, { items: 12, people: 1 });
  const { desk } = review;
  for (let item = 0; item < 12; item++) await review.say(0, item, { intent: "refund" });
  const recipe = intentRecipe(review, {}, { split: { held_out: 0.5 } });
  const { id } = await aDataset(api, desk, recipe, { name: "intents" });
  const { version } = await aVersion(api, desk, id);
  const download = async (query: Record<string, string>) => {
    const search = new URLSearchParams({ project_id: desk.projectId, ...query });
    const path = `/datasets/${id}/versions/v0/export?${search}`;
    return api.send(desk.caller, { method: "GET", path });
  };
  const train = await download({ split: "train" });
  expect(train.headers.get("content-disposition")).toContain("intents%20v0%20train.jsonl");
  const lines = (await train.text()).split("\n");
  expect(lines.pop()).toBe("");
  const rows = lines.map((line) => JSON.parse(line));
  expect(rows).toHaveLength(version.counts.train);
  for (const row of rows)
    expect(row).toMatchObject({
      split: "train",
      weight: 1,
      messages: [{ role: "user" }, { role: "assistant", content: "refund" }],
    });
  const table = await (await download({ format: "csv" })).text();
  expect(table.split("\r\n")[0]).toBe("row_id,split,weight,messages,tools");
  expect(table.split("\r\n")).toHaveLength(12 + 2);
  expect(table).toContain(aTalk(3).inputs.messages[0]?.content ?? "none");
});

const TOOLS = [{ type: "function", function: { name: "track", parameters: { type: "object" } } }];

/** A dataset of corrected answers, one of which stands after a tool call. */
async function corrected(kind: "sft" | "preference") {
  const review = await anIntentQueue(api, { items: 6, people: 1 });
  const { desk } = review;
  const [first] = desk.items;
  const call = { id: "c1", type: "function", function: { name: "track", arguments: '{"parcel": 1}' } };
  const messages = [
    { role: "user", content: "Where is parcel 1?" },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", content: "on its way", tool_call_id: "c1" },
  ];
  const output = { role: "assistant", content: "Answer 0" };
  await becomeTalk(api, first?.callId ?? "", { inputs: { messages, tools: TOOLS }, output });
  for (let item = 0; item < 6; item++)
    await desk.answer(desk.person(0), item, {
      feedback: [
        review.onCall(item, "spindle.correction.1", { path: "output.content", text: `Better ${item} 🙂` }),
      ],
    });
  const use = kind === "sft" ? "corrections" : "corrected";
  const recipe = {
    sources: [{ kind: "queue", queue_id: review.at.queueId, use }],
    split: { held_out: 0.4, seed: 3 },
  };
  const { id } = await aDataset(api, desk, recipe, { name: "corrected", kind });
  const { version } = await aVersion(api, desk, id);
  const download = async (query: Record<string, string>) => {
    const search = new URLSearchParams({ project_id: desk.projectId, ...query });
    return api.send(desk.caller, { method: "GET", path: `/datasets/${id}/versions/v0/export?${search}` });
  };
  const rows = async (query: Record<string, string> = {}) => linesIn(await (await download(query)).text());
  return { version, download, rows };
}

function linesIn(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

test.each(["sft", "preference"] as const)(
  "a version of kind %s is one table in Parquet, value by value",
  async (kind) => {
    const { download, rows } = await corrected(kind);
    const file = await (await download({ format: "parquet" })).arrayBuffer();
    const table = await parquetReadObjects({ file });
    const texts = (row: Record<string, unknown>) =>
      JSON.stringify({ ...row, tools: undefined }).match(/"content":"[^"]*"/g);
    const lines = await rows();
    expect(table.map(texts)).toEqual(lines.map(texts));
    for (const [at, row] of table.entries()) {
      const { row_id, split, weight, margin } = lines[at] ?? {};
      expect(row).toMatchObject({ row_id, split, weight, ...(kind === "sft" ? {} : { margin }) });
    }
    const withTools = table.find(({ tools }) => tools !== null);
    expect(JSON.parse(withTools?.tools)).toEqual(TOOLS);
    const messages: { tool_calls?: string | null }[] = withTools?.messages ?? withTools?.prompt;
    expect(messages.flatMap(({ tool_calls }) => (tool_calls ? JSON.parse(tool_calls) : []))).toMatchObject([
      { id: "c1", function: { name: "track" } },
    ]);
  },
);

test("content in parts cannot be a table column, and the error says so; lines can hold it", async () => {
  const { desk } = await anIntentQueue(api, { items: 0 });
  const messages = [
    { role: "user", content: [{ type: "text", text: "Is it so?" }] },
    { role: "assistant", content: "It is." },
  ];
  const file = await anUploadedFile(api, desk, { content: `${JSON.stringify({ messages })}\n` });
  const recipe = { sources: [{ kind: "upload", file_id: file.id }], split: { held_out: 0 } };
  const { id } = await aDataset(api, desk, recipe, { name: "parts" });
  await aVersion(api, desk, id);
  const download = (format: string) => {
    const search = new URLSearchParams({ project_id: desk.projectId, format });
    return api.send(desk.caller, { method: "GET", path: `/datasets/${id}/versions/v0/export?${search}` });
  };
  expect(linesIn(await (await download("jsonl")).text())).toMatchObject([{ messages }]);
  for (const format of ["parquet", "hf"]) {
    const refused = await download(format);
    expect([refused.status, (await refused.json()).code]).toEqual([409, "not_tabular"]);
  }
});

test("a version is a folder for the Hugging Face Hub: a card, and a table for each split", async () => {
  const { download, rows, version } = await corrected("sft");
  const response = await download({ format: "hf" });
  expect(response.headers.get("content-disposition")).toContain("corrected%20v0.tar");
  const files = filesIn(Buffer.from(await response.arrayBuffer()));
  expect([...files.keys()]).toEqual([
    "README.md",
    "data/train-00000-of-00001.parquet",
    "data/test-00000-of-00001.parquet",
  ]);
  const card = `${files.get("README.md")}`;
  expect(card).toContain('  - split: test\n    path: "data/test-00000-of-00001.parquet"\n---\n');
  expect(card).toContain(version.contentHash);
  const test = new Uint8Array(files.get("data/test-00000-of-00001.parquet") ?? []).buffer;
  const held = (await parquetReadObjects({ file: test })).map(({ row_id }) => row_id);
  expect(held).toEqual((await rows({ split: "held_out" })).map(({ row_id }) => row_id));
});

test("a version is lines for the fine-tuning of OpenAI, supervised and by preference", async () => {
  const [supervised, pairs] = [await corrected("sft"), await corrected("preference")];
  for (const row of await supervised.rows({ format: "openai" }))
    expect(Object.keys(row).filter((key) => key !== "tools")).toEqual(["messages"]);
  const parts = await Promise.all(
    ["train", "held_out"].map((split) => pairs.rows({ format: "openai", split })),
  );
  const first = parts.flat().find(({ input }) => Object(input).tools);
  expect(first).toMatchObject({
    input: {
      messages: [{ role: "user" }, { tool_calls: [{ id: "c1" }] }, { tool_call_id: "c1" }],
      tools: TOOLS,
    },
    preferred_output: [{ role: "assistant", content: "Better 0 🙂" }],
    non_preferred_output: [{ role: "assistant", content: "Answer 0" }],
  });
});

test("rows as OpenAI takes them are those to train on, and the held-out ones are a file of their own", async () => {
  const { download, rows, version } = await corrected("sft");
  const { train, heldOut } = version.counts;
  expect([train > 0, heldOut > 0]).toEqual([true, true]);
  const fileOf = async (query: Record<string, string>) => {
    const response = await download({ format: "openai", ...query });
    const lines = linesIn(await response.text());
    return [response.headers.get("content-disposition")?.match(/''(.*)$/)?.[1], lines];
  };
  const asked = async (split: string) =>
    (await rows({ split })).map(({ messages, tools }) => (tools ? { messages, tools } : { messages }));
  expect(await fileOf({})).toEqual(["corrected%20v0%20train.openai.jsonl", await asked("train")]);
  expect(await fileOf({ split: "held_out" })).toEqual([
    "corrected%20v0%20held_out.openai.jsonl",
    await asked("held_out"),
  ]);
});

/** The files of a tar archive by their paths. */
function filesIn(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; archive[at] !== 0; ) {
    const path = archive.toString("utf8", at, at + 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(archive.toString("latin1", at + 124, at + 135), 8);
    files.set(path, archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
