import { readdir } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { importDataset } from "#lib/contract/datasets/dataset-import.ts";
import type { DATASET_FORMATS } from "#lib/contract/datasets/dataset-versions.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { tarArchive } from "#lib/platform/tar-archive.ts";
import { aPair, aRow } from "#lib/testing/data/file-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, importDataset, ({ project }) => ({
  project_id: project.path,
  name: `set-${newId()}`,
  kind: "sft",
  file: aRow("Is it so?"),
}));

type Place = { project: TestProject; caller: Caller };
type Named = { name: string; content: string | Uint8Array };
type Fields = Record<string, string>;

async function aPlace(): Promise<Place> {
  const project = await api.aProject();
  return { project, caller: byBearer(await api.aCaller(project, "engineer")) };
}

function send(
  { project, caller }: Place,
  files: Named[],
  { fields = {}, headers = {} }: { fields?: Fields; headers?: Fields } = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ project_id: project.path, ...fields })) form.set(name, value);
  for (const { name, content } of files) form.append("file", new Blob([content as BlobPart]), name);
  const sent = { ...byBearer(caller).headers, ...headers };
  return fetch(`${api.url}/api/datasets/import`, { method: "POST", headers: sent, body: form });
}

async function imported(place: Place, files: Named[], fields: Fields = {}) {
  const response = await send(place, files, { fields });
  const body = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  return body as {
    dataset: { id: string; name: string; kind: DatasetKind; recipe: object };
    version: { counts: object };
  };
}

type Format = (typeof DATASET_FORMATS)[number];

async function exported({ project, caller }: Place, datasetId: string, format: Format, more: Fields = {}) {
  const search = new URLSearchParams({ project_id: project.path, format, ...more });
  const response = await api.send(caller, {
    method: "GET",
    path: `/datasets/${datasetId}/versions/v0/export?${search}`,
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** The rows of the first version as they are trained on, without their ids, which say where each came from. */
async function rowsOf(place: Place, datasetId: string): Promise<Record<string, unknown>[]> {
  const lines = Buffer.from(await exported(place, datasetId, "jsonl"))
    .toString()
    .trim()
    .split("\n");
  return lines.map((line) => {
    const { row_id: _, ...row } = JSON.parse(line);
    return row;
  });
}

const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });
const TOOLS = [{ type: "function", function: { name: "track" } }];
const CALL = { id: "c1", type: "function", function: { name: "track", arguments: "{}" } };

/** Rows with all that their kind can have: tools, weights, both splits, and signs that tables guard. */
const ROWS: { [K in DatasetKind]: object[] } = {
  sft: [
    { messages: [user('=1+1, "so"?\nYes'), assistant("Two; or, 2")], weight: 0.5, split: "train" },
    {
      messages: [
        user("Where?"),
        { role: "assistant", content: null, tool_calls: [CALL] },
        { role: "tool", content: "42", tool_call_id: "c1" },
        assistant("42"),
      ],
      tools: TOOLS,
      split: "held_out",
    },
  ],
  preference: [
    {
      prompt: [user("a")],
      tools: TOOLS,
      chosen: [assistant("b")],
      rejected: [assistant("c")],
      margin: 2,
      split: "train",
    },
    { prompt: [user("d")], chosen: [assistant("e")], rejected: [assistant("f")], split: "held_out" },
  ],
  kto: [
    { prompt: [user("a")], completion: [assistant("b")], label: true, split: "train" },
    { prompt: [user("c")], completion: [assistant("d")], label: false, split: "held_out" },
  ],
  reward: [
    { prompt: [user("a")], completion: [assistant("b")], reward: 0.25, split: "train" },
    { prompt: [user("c")], completion: [assistant("d")], reward: 1, split: "held_out" },
  ],
  prompts: [
    { prompt: [user("a")], reference: "b", topic: "bills", grade: 3, note: "", split: "train" },
    { prompt: [user("c")], topic: "cards", grade: 4, split: "held_out" },
  ],
  eval: [
    { prompt: [user("a")], reference: "b", split: "held_out" },
    { prompt: [user("c")], reference: "d", topic: "cards", split: "held_out" },
  ],
};

const EXTENSIONS: { [F in Format]: string } = {
  jsonl: "jsonl",
  csv: "csv",
  parquet: "parquet",
  hf: "tar",
  openai: "jsonl",
};
const KINDS = Object.keys(ROWS) as DatasetKind[];
const ROUNDS = KINDS.flatMap((kind) =>
  (["jsonl", "csv", "parquet", "hf"] as const).map((format) => [kind, format] as const),
);

test.each(ROUNDS)(
  "what a dataset of kind %s exports as %s comes back as the same rows in the same splits",
  async (kind, format) => {
    const place = await aPlace();
    const first = await imported(place, [{ name: "a.jsonl", content: lines(ROWS[kind]) }], {
      kind,
      name: "first",
    });
    const content = await exported(place, first.dataset.id, format);
    const file = { name: `again.${EXTENSIONS[format]}`, content };
    const again = await imported(await aPlaceBeside(place), [file], { kind });
    expect(again.dataset).toMatchObject({ kind, name: "again" });
    const before = await rowsOf(place, first.dataset.id);
    expect(before).toHaveLength(2);
    expect(before.map(({ split }) => split)).toEqual(
      ROWS[kind].map((row) => (row as { split: string }).split),
    );
    // Cells of a table of separated values are text, whatever they were.
    const written = format === "csv" ? before.map(withOwnAsText) : before;
    expect(await rowsOf(besideOf(place), again.dataset.id)).toEqual(written);
  },
);

test("prompts that have nothing beside them come back from OpenAI's form as prompts, without being said to be", async () => {
  const place = await aPlace();
  const prompts = ["Where is it?", "'=1+1"].map((text) => ({ prompt: [user(text)], split: "train" }));
  const first = await imported(place, [{ name: "a.jsonl", content: lines(prompts) }], {
    kind: "prompts",
    name: "first",
  });
  const content = await exported(place, first.dataset.id, "openai", { split: "train" });
  const again = await imported(await aPlaceBeside(place), [{ name: "again.jsonl", content }], {});
  expect(again.dataset.kind).toBe("prompts");
  const texts = (rows: Record<string, unknown>[]) => rows.map(({ prompt }) => prompt);
  expect(texts(await rowsOf(besideOf(place), again.dataset.id))).toEqual(
    texts(await rowsOf(place, first.dataset.id)),
  );
});

test("rows that say in any common word that they are held out are not trained on", async () => {
  const place = await aPlace();
  const words = ["holdout", "hold-out", "test_set", "Dev Set", "train_set"];
  const rows = words.map((split, at) => ({ messages: [user(`q${at}`), assistant(`a${at}`)], split }));
  const { dataset } = await imported(place, [{ name: "a.jsonl", content: lines(rows) }], { kind: "sft" });
  expect((await rowsOf(place, dataset.id)).map(({ split }) => split)).toEqual([
    ...Array.from({ length: 4 }, () => "held_out"),
    "train",
  ]);
});

/** Another project, where nothing keeps rows out. */
const beside = new Map<Place, Place>();
async function aPlaceBeside(place: Place): Promise<Place> {
  const other = await aPlace();
  beside.set(place, other);
  return other;
}
function besideOf(place: Place): Place {
  const other = beside.get(place);
  if (!other) throw new Error("There is no place beside");
  return other;
}
function withOwnAsText(row: Record<string, unknown>): Record<string, unknown> {
  return "grade" in row ? { ...row, grade: String(row.grade) } : row;
}

test.each(["sft", "preference", "prompts", "eval"] as const)(
  "what a dataset of kind %s exports for OpenAI is a file for each split, and comes back as the same rows",
  async (kind) => {
    const place = await aPlace();
    const first = await imported(place, [{ name: "a.jsonl", content: lines(ROWS[kind]) }], {
      kind,
      name: "first",
    });
    const files: Named[] = [];
    for (const split of kind === "eval" ? ["held_out"] : ["train", "held_out"])
      files.push({
        name: `b ${split}.jsonl`,
        content: await exported(place, first.dataset.id, "openai", { split }),
      });
    const other = await aPlace();
    const again = await imported(other, files, { kind, held_out_percent: "0" });
    const bare = (rows: Record<string, unknown>[]) => rows.map(({ weight: _, ...row }) => row);
    expect(bare(await rowsOf(other, again.dataset.id))).toEqual(bare(await rowsOf(place, first.dataset.id)));
  },
);

const SHAPES: [string, object, DatasetKind, object][] = [
  [
    "a prompt with its completion",
    { prompt: "a", completion: "b" },
    "sft",
    { messages: [user("a"), assistant("b")] },
  ],
  [
    "a pair in OpenAI's form",
    {
      input: { messages: [user("a")] },
      preferred_output: [assistant("b")],
      non_preferred_output: [assistant("c")],
    },
    "preference",
    { prompt: [user("a")], chosen: [assistant("b")], rejected: [assistant("c")], margin: 1 },
  ],
  [
    "a reply with a label",
    { prompt: "a", completion: "b", label: false },
    "kto",
    { prompt: [user("a")], label: false },
  ],
  ["a reply with a reward", { prompt: "a", completion: "b", reward: 0.5 }, "reward", { reward: 0.5 }],
  [
    "messages with what a grader reads",
    { messages: [user("a")], answer: { n: 7 } },
    "prompts",
    { prompt: [user("a")], answer: { n: 7 } },
  ],
];

test.each(SHAPES)("%s is known by its form", async (_, row, kind, body) => {
  const place = await aPlace();
  const { dataset } = await imported(place, [{ name: "My rows!.jsonl", content: lines([row]) }], {
    held_out_percent: "0",
  });
  expect(dataset).toMatchObject({ name: "My-rows", kind });
  expect(await rowsOf(place, dataset.id)).toMatchObject([{ ...body, split: "train" }]);
});

test("a table says by its columns, or by what is said of them, what its cells are", async () => {
  const place = await aPlace();
  const table =
    '\uFEFFQuestion;"The answer";Is it good?\r\n"Where; and\r\nwhen?";Here;yes\r\n\r\nWho?;Me;no\r\n';
  const columns = JSON.stringify({ prompt: "Question", completion: "The answer", label: "Is it good?" });
  const { dataset } = await imported(place, [{ name: "t.csv", content: table }], {
    columns,
    held_out_percent: "0",
  });
  expect(dataset.kind).toBe("kto");
  expect(await rowsOf(place, dataset.id)).toMatchObject([
    { prompt: [user("Where; and\r\nwhen?")], completion: [assistant("Here")], label: true },
    { prompt: [user("Who?")], label: false },
  ]);
  const guessed = await imported(place, [
    { name: "u.tsv", content: "Instructions\tquestion\tResponse\nBe brief.\tWhere?\tHere\n" },
  ]);
  expect(await rowsOf(place, guessed.dataset.id)).toMatchObject([
    { messages: [{ role: "system", content: "Be brief." }, user("Where?"), assistant("Here")] },
  ]);
});

const WRONG: [string, Named[], Fields, (string | number)[], RegExp][] = [
  [
    "a line that is no JSON",
    [{ name: "a.jsonl", content: `${aRow("a")}{` }],
    {},
    ["body", "file", 2],
    /line 2 is not JSON/,
  ],
  [
    "another kind of row",
    [{ name: "a.jsonl", content: aPair("a") + aRow("b") }],
    {},
    ["body", "file", 2],
    /conversation/,
  ],
  [
    "rows that the kind does not take",
    [{ name: "a.jsonl", content: aRow("a") }],
    { kind: "kto" },
    ["body", "file", 1],
    /line 1/,
  ],
  [
    "a label that is none",
    [{ name: "a.csv", content: 'prompt,completion,label\n"a\nb",c,yes\nd,e,perhaps\n' }],
    {},
    ["body", "file", 4],
    /"perhaps"/,
  ],
  [
    "a quote that does not end",
    [{ name: "a.csv", content: 'prompt,completion\n"a,b\n' }],
    {},
    ["body", "file"],
    /cannot be read/,
  ],
  [
    "columns that say nothing",
    [{ name: "a.csv", content: "x,y\n1,2\n" }],
    {},
    ["body", "columns"],
    /the columns are "x", "y"/,
  ],
  [
    "a column that is not there",
    [{ name: "a.csv", content: "x,y\n1,2\n" }],
    { columns: '{"prompt":"z"}' },
    ["body", "columns"],
    /no such column/,
  ],
  [
    "columns that are no object",
    [{ name: "a.csv", content: "x,y\n1,2\n" }],
    { columns: "prompt" },
    ["body", "columns"],
    /JSON object/,
  ],
  [
    "a line of the second file",
    [
      { name: "train.jsonl", content: aRow("a") },
      { name: "test.jsonl", content: `\n${aRow("b")}{"messages":[]}\n` },
    ],
    {},
    ["body", "file", 3],
    /line 3 of test.jsonl/,
  ],
  [
    "an archive without rows",
    [
      {
        name: "a.gz",
        content: gzipSync(
          Buffer.concat([...tarArchive([{ path: "a.txt", content: Buffer.from("x") }], new Date(0))]),
        ),
      },
    ],
    {},
    ["body", "file"],
    /no files of rows/,
  ],
  [
    "a broken archive",
    [{ name: "a.zip", content: "PK\u0003\u0004nonsense" }],
    {},
    ["body", "file"],
    /cannot be read/,
  ],
];

test.each(WRONG)(
  "%s is reported where it stands, and nothing is kept",
  async (_, files, fields, loc, text) => {
    const place = await aPlace();
    const response = await send(place, files, { fields: { name: "wrong", ...fields } });
    expect(response.status).toBe(422);
    expect((await response.json()).detail[0]).toMatchObject({ loc, msg: expect.stringMatching(text) });
    await expectNothing(place);
  },
);

async function expectNothing({ project, caller }: Place): Promise<void> {
  const asked = { project_id: project.path };
  const files = await api.send(caller, {
    method: "GET",
    path: `/v1/files?project_id=${encodeURIComponent(project.path)}`,
  });
  expect((await files.json()).data).toEqual([]);
  const datasets = await api.send(caller, { path: "/datasets/query", body: asked });
  expect((await datasets.json()).total_count).toBe(0);
  expect(await readdir(path.join(env().SPINDLE_DATA_DIR, "arriving")).catch(() => [])).toEqual([]);
}

test("a name that is taken, or rows that are all kept out, leave no file", async () => {
  const place = await aPlace();
  const rows = { name: "rows.jsonl", content: lines(ROWS.eval) };
  await imported(place, [rows], { kind: "eval", name: "exam" });
  const stored = () => api.db.prisma.uploadedFile.count({ where: { projectId: place.project.id } });
  const taken = await send(place, [rows], { fields: { name: "exam" } });
  expect([taken.status, (await taken.json()).code]).toEqual([409, "name_taken"]);
  const leak = await send(place, [{ name: "x.jsonl", content: aRow("a") }]);
  expect([leak.status, (await leak.json()).code]).toEqual([409, "empty"]);
  expect(await stored()).toBe(1);
});

test("the same import again under one key is the first one, and another file under it is refused", async () => {
  const place = await aPlace();
  const headers = { "Idempotency-Key": newId() };
  const rows = { name: "rows.jsonl", content: aRow("a") };
  const first = await (await send(place, [rows], { headers })).json();
  const again = await send(place, [rows], { headers });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await again.json()).toEqual(first);
  const other = await send(place, [{ name: "rows.jsonl", content: aRow("b") }], { headers });
  expect(other.status).toBe(422);
  expect(await api.db.prisma.uploadedFile.count({ where: { projectId: place.project.id } })).toBe(1);
});
