import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { ByteWriter, ParquetWriter, parquetWriteBuffer, schemaFromColumnData } from "hyparquet-writer";
import { expect, test } from "vitest";
import { call } from "#lib/client/call.ts";
import * as contract from "#lib/contract/training/files.ts";
import { parquetTable, tableShape } from "#lib/datasets/exports/parquet-table.ts";
import { env } from "#lib/platform/env.ts";
import { anUploadedFile, aRow, sendForm } from "#lib/testing/data/file-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { rawRequest, sendRaw } from "#lib/testing/raw-http.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.createFile, ({ project }) => ({
  purpose: "fine-tune",
  project_id: project.path,
  base_model: "spindle-mini",
  file: aRow("Is it so?"),
}));
routeGuarantees(api, contract.listFiles, async (place) => {
  await anUploadedFile(api, place);
  return { project_id: place.project.path };
});

async function anEngineer(): Promise<{ project: TestProject; caller: Caller }> {
  const project = await api.aProject();
  return { project, caller: byBearer(await api.aCaller(project, "engineer")) };
}

async function upload(content: string | Uint8Array, fields: Record<string, string> = {}) {
  const { project, caller } = await anEngineer();
  const file = new Blob([content as BlobPart]);
  return sendForm(api, caller, {
    file,
    fields: { purpose: "fine-tune", project_id: project.path, ...fields },
  });
}

test("who may upload to no project is refused before the form is read", async () => {
  const project = await api.aProject();
  const viewer = byBearer(await api.aCaller(project, "viewer"));
  const port = Number(new URL(api.url).port);
  const head = (path: string) =>
    rawRequest("POST", path, {
      ...viewer.headers,
      "Content-Type": "multipart/form-data; boundary=b",
      "Content-Length": "1000000",
    });
  // Of the body nothing ever comes.
  for (const path of ["/api/v1/files", "/api/file/create"])
    expect((await sendRaw(port, head(path))).status).toBe(403);
});

const HELLO = [
  { role: "user", content: "Hello" },
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }],
  },
  { role: "tool", content: "42", tool_call_id: "c1" },
  { role: "assistant", content: "It is 42." },
];

test("a zip that cannot be read is reported as a whole", async () => {
  const response = await upload(Buffer.from("504b0304140000000800", "hex"));
  expect(response.status).toBe(422);
  expect((await response.json()).detail).toMatchObject([
    { loc: ["body", "file"], msg: expect.stringMatching(/archive rows.jsonl cannot be read/) },
  ]);
  expect(await readdir(inData("arriving")).catch(() => [])).toEqual([]);
});

test("a table of Parquet is kept as lines, as exports write it", async () => {
  const { project, caller } = await anEngineer();
  const columns = [
    { name: "messages", holds: "messages" },
    { name: "tools", holds: "json" },
  ] as const;
  const rows = [
    { messages: HELLO, tools: [{ type: "function", function: { name: "f" } }] },
    { messages: HELLO.slice(0, 1).concat(HELLO.slice(3)) },
  ];
  const table = parquetTable(rows, tableShape(rows, columns));
  const fields = { purpose: "fine-tune", project_id: project.path };
  const response = await sendForm(api, caller, { file: new Blob([new Uint8Array(table ?? [])]), fields });
  expect(response.status).toBe(200);
  const { id, rows: counted, filename, sha256 } = await response.json();
  expect([counted, filename]).toEqual([2, expect.stringMatching(/\.jsonl$/)]);
  const content = await api.send(caller, { method: "GET", path: `/v1/files/${id}/content` });
  const text = await content.text();
  expect(
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(rows);
  expect(createHash("sha256").update(text).digest("hex")).toBe(sha256);
  const broken = await upload(Buffer.concat([Buffer.from(table ?? []).subarray(0, 40), Buffer.from("PAR1")]));
  expect(broken.status).toBe(422);
  expect(await broken.json()).toMatchObject({
    detail: [{ loc: ["body", "file"], msg: expect.stringContaining("Parquet") }],
  });
  expect(await readdir(inData("arriving")).catch(() => [])).toEqual([]);
});

/** Whatever a page holds, it becomes a megabyte. */
const SWELLING = { GZIP: () => gzipSync(Buffer.alloc(1_000_000)) };

test("a table that announces more than it has is refused, however small it is", async () => {
  const columnData = [{ name: "prompt", data: ["a", "b"], type: "STRING" as const }];
  const announcing = new ByteWriter();
  const writer = new ParquetWriter({ writer: announcing, schema: schemaFromColumnData({ columnData }) });
  writer.write({ columnData });
  writer.num_rows = 2n ** 52n;
  writer.finish();
  const swelling = parquetWriteBuffer({
    columnData,
    codec: "GZIP",
    compressors: SWELLING,
  });
  for (const [table, why] of [
    [announcing.getBuffer(), /footer announces 4503599627370496 rows, and its row groups hold 2/],
    [swelling, /larger than/],
  ] as const) {
    const response = await upload(Buffer.from(table));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      detail: [{ loc: ["body", "file"], msg: expect.stringMatching(why) }],
    });
  }
  expect(await readdir(inData("arriving")).catch(() => [])).toEqual([]);
});

const inData = (...names: string[]) => path.join(env().SPINDLE_DATA_DIR, ...names);

test.each([true, false])(
  "a file comes whole, hashed and counted, sent before its fields: %s",
  async (fileFirst) => {
    const { project, caller } = await anEngineer();
    const content = aRow("Where is it?", "There — 🙂") + aRow("And now?", "Gone.");
    const fields = { purpose: "fine-tune", project_id: project.path };
    const response = await sendForm(api, caller, { file: new Blob([content]), fields, fileFirst });
    expect(response.status).toBe(200);
    const file = await response.json();
    expect(file).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      object: "file",
      bytes: Buffer.byteLength(content),
      created_at: expect.any(Number),
      filename: "rows.jsonl",
      purpose: "fine-tune",
      status: "processed",
      project_id: project.path,
      sha256: createHash("sha256").update(content).digest("hex"),
      rows: 2,
      roles: { user: 2, assistant: 2 },
      kind: "sft",
      token_count: expect.any(Number),
      is_token_count_estimated: false,
      artifact: null,
      artifact_version: null,
      training_data_url: file.id,
    });
    expect(file.token_count).toBeGreaterThan(20);
    expect(await readFile(inData("files", file.id), "utf8")).toBe(content);
  },
);

test.each([
  ["preference", { prompt: "Hm?", chosen: "Yes", rejected: "No" }],
  [
    "preference",
    {
      input: { messages: [{ role: "user", content: "Hm?" }] },
      preferred_output: [{ role: "assistant", content: "Yes" }],
      non_preferred_output: [{ role: "assistant", content: "No" }],
    },
  ],
  ["kto", { prompt: "Hm?", completion: "Yes", label: true }],
  ["reward", { prompt: "Hm?", completion: "Yes", reward: 0.5 }],
  ["sft", { prompt: "Hm?", completion: "Yes" }],
  ["prompts", { prompt: "Hm?", reference: "Yes" }],
])("a file says what its rows are for: %s", async (kind, row) => {
  const response = await upload(JSON.stringify(row));
  expect(await response.json()).toMatchObject({ rows: 1, kind });
});

test("the dashboard's own client sends a file with its session, and a caller elsewhere may not", async () => {
  const { project, caller } = await anEngineer();
  const file = new File([aRow("?")], "mine.jsonl");
  const input = { purpose: "fine-tune", projectId: project.path } as const;
  const here = { baseUrl: api.url, headers: api.sessionHeaders(caller), file };
  expect(await call(contract.createFile, input, here)).toMatchObject({ filename: "mine.jsonl", rows: 1 });
  const elsewhere = { ...here.headers, origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
  const sending = call(contract.createFile, input, { ...here, headers: elsewhere });
  await expect(sending).rejects.toMatchObject({ status: 403 });
});

test("without a project, the file goes to the only one that its sender may write to", async () => {
  const { project, caller } = await anEngineer();
  const sending = () =>
    sendForm(api, caller, { file: new Blob([aRow("?")]), fields: { purpose: "fine-tune" } });
  expect(await (await sending()).json()).toMatchObject({ project_id: project.path });
  const another = await api.aProject();
  await api.db.prisma.projectMember.create({
    data: { projectId: another.id, userId: caller.userId, role: "engineer" },
  });
  const refused = await sending();
  expect(refused.status).toBe(422);
  expect((await refused.json()).detail[0].loc).toEqual(["body", "project_id"]);
});

test("each upload of an artifact is a new version, at once or one after the other, and a version is never used again", async () => {
  const place = await anEngineer();
  const files = await Promise.all([1, 2, 3].map(() => anUploadedFile(api, place, { artifact: "rows" })));
  expect(files.map((file) => file.artifact_version).sort()).toEqual([0, 1, 2]);
  const newest = files.find((file) => file.artifact_version === 2);
  expect(newest?.training_data_url).toBe(`wandb-artifact:///${place.project.path}/rows:v2`);
  await api.call(place.caller, contract.deleteFile, { fileId: newest?.id ?? "" });
  expect(await anUploadedFile(api, place, { artifact: "rows" })).toMatchObject({ artifact_version: 3 });
});

test("an artifact of another tenant is refused like one of a project that does not exist", async () => {
  const [mine, theirs] = [await anEngineer(), await anEngineer()];
  await anUploadedFile(api, theirs, { artifact: "rows" });
  const answers: string[] = [];
  for (const place of [theirs.project.path, `${theirs.project.entity}x/project`]) {
    const fields = { purpose: "fine-tune", artifact: `${place}/rows` };
    const response = await sendForm(api, mine.caller, { file: new Blob([aRow("?")]), fields });
    expect(response.status).toBe(403);
    answers.push((await response.text()).replaceAll(place, "<project>"));
  }
  expect(answers[0]).toBe(answers[1]);
});

test.each([
  ["an artifact of another project than the one named", { artifact: "another/project/rows" }, "artifact"],
  ["an artifact without a project", { artifact: "rows" }, "artifact"],
  ["a base model that is not there", { base_model: "gpt-9" }, "base_model"],
  ["a purpose that the service has no use for", { purpose: "batch" }, "purpose"],
])("%s is a 422", async (_, fields, name) => {
  const response = await upload(aRow("?"), fields);
  expect(response.status).toBe(422);
  expect((await response.json()).detail[0].loc).toEqual(["body", name]);
});

const good = aRow("Fine?").trim();

test.each<[string, string | Uint8Array, number, RegExp]>([
  ["a line that is no JSON", `${good}\n{"messages":\n${good}`, 2, /not JSON/],
  ["a line that is not an object", `[]\n${good}`, 1, /not an object/],
  ["a line without messages", `${good}\n\n{"messages":[]}`, 3, /no messages/],
  ["a message without a role", '{"messages":[{"content":"x"}]}', 1, /no role/],
  [
    "a role that nobody has",
    '{"messages":[{"role":"king","content":"x"},{"role":"assistant","content":"y"}]}',
    1,
    /king/,
  ],
  ["a conversation that nobody answers", '{"messages":[{"role":"user","content":"x"}]}', 1, /ends with user/],
  ["tools that are not a list", `${good.slice(0, -1)},"tools":{"a":1}}`, 1, /tools/],
  [
    "a picture",
    '{"messages":[{"role":"user","content":[{"type":"image_url"}]},{"role":"assistant","content":"y"}]}',
    1,
    /image_url/,
  ],
  [
    "bytes that are no UTF-8",
    Buffer.concat([Buffer.from(`${good}\n`), Buffer.from([0xff, 0xfe, 0x0a])]),
    2,
    /UTF-8/,
  ],
])("%s is a 422 that names the line", async (_, content, line, text) => {
  const response = await upload(content);
  expect(response.status).toBe(422);
  const [problem] = (await response.json()).detail;
  expect(problem).toEqual({
    type: "value_error",
    loc: ["body", "file", line],
    msg: expect.stringMatching(new RegExp(`^Value error, line ${line}\\b.*`)),
  });
  expect(problem.msg).toMatch(text);
});

test.each(["", "\n", " \n\n"])("a file of %j holds no row, which is a 422", async (content) => {
  const response = await upload(content);
  expect(response.status).toBe(422);
  expect((await response.json()).detail[0].msg).toContain("no row");
});

test("of many faulty lines the first twenty are reported, and nothing of the file stays on disk", async () => {
  const before = await readdir(inData("files"));
  const response = await upload(`${"nonsense\n".repeat(5000)}`);
  const { detail } = await response.json();
  expect(detail).toHaveLength(20);
  expect(detail.map(({ loc }: { loc: unknown[] }) => loc[2])).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
  expect(await readdir(inData("files"))).toEqual(before);
  expect(await readdir(inData("arriving"))).toEqual([]);
});

test("rows with tools, system words, blank lines and Windows line ends are taken", async () => {
  const tools = [{ type: "function", function: { name: "find", parameters: { type: "object" } } }];
  const call = { id: "1", type: "function", function: { name: "find", arguments: '{"a":1}' } };
  const messages = [
    { role: "system", content: "Be kind." },
    { role: "user", content: "Find it." },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "1", content: "found" },
    { role: "assistant", content: "Here." },
  ];
  const response = await upload(`${JSON.stringify({ messages, tools })}\r\n\r\n${good}\r\n`);
  const { rows, roles } = await response.json();
  expect({ rows, roles }).toEqual({ rows: 2, roles: { system: 1, user: 2, assistant: 3, tool: 1 } });
});

test.each([
  "../../etc/passwd",
  "a\u0000b.jsonl",
  "CON",
  `${"x".repeat(400)}.jsonl`,
  "rows\r\nX-Evil: 1.jsonl",
  "…🙂",
])("a file called %j is kept under a name of the service's own", async (name) => {
  const { project, caller } = await anEngineer();
  const form = new FormData();
  form.set("purpose", "fine-tune");
  form.set("project_id", project.path);
  form.set("file", new Blob([aRow("?")]), name);
  const options = { method: "POST", headers: caller.headers, body: form };
  const response = await fetch(`${api.url}/api/v1/files`, options);
  expect(response.status).toBe(200);
  const { id, filename } = await response.json();
  expect(filename).not.toMatch(/[/\p{Cc}]/u);
  expect(filename.length).toBeLessThanOrEqual(255);
  expect(await readdir(inData("files"))).toContain(id);
  const content = await fetch(`${api.url}/api/v1/files/${id}/content`, { headers: caller.headers });
  expect([content.status, content.headers.get("x-evil")]).toEqual([200, null]);
});

test("several files in one form are one, more than ten are a 422, and parts of other names are passed over", async () => {
  const { project, caller } = await anEngineer();
  const form = new FormData();
  form.set("purpose", "fine-tune");
  form.set("project_id", project.path);
  form.append("another", new Blob(["x".repeat(100_000)]), "another.bin");
  form.append("file", new Blob([aRow("?")]), "rows.jsonl");
  const send = () =>
    fetch(`${api.url}/api/v1/files`, { method: "POST", headers: caller.headers, body: form });
  expect(await (await send()).json()).toMatchObject({ rows: 1 });
  form.append("file", new Blob([aRow("!")]), "rows.jsonl");
  expect(await (await send()).json()).toMatchObject({ rows: 2, filename: "rows.jsonl" });
  for (let more = 0; more < 9; more++) form.append("file", new Blob([aRow("?")]), "rows.jsonl");
  expect((await send()).status).toBe(422);
});

test("files are listed newest first, in pages, and only those of one's own projects", async () => {
  const place = await anEngineer();
  await anUploadedFile(api, await anEngineer());
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.unshift((await anUploadedFile(api, place)).id);
  const first = await api.call(place.caller, contract.listFiles, { limit: 2, order: "desc" });
  expect(first).toMatchObject({ object: "list", firstId: ids[0], lastId: ids[1], hasMore: true });
  const rest = { limit: 2, order: "desc", after: first.lastId } as const;
  expect((await api.call(place.caller, contract.listFiles, rest)).data.map(({ id }) => id)).toEqual([ids[2]]);
  const oldest = await api.call(place.caller, contract.listFiles, {
    limit: 1,
    order: "asc",
    purpose: "fine-tune",
  });
  expect(oldest.data.map(({ id }) => id)).toEqual([ids[2]]);
  const response = await api.send(place.caller, { method: "GET", path: "/v1/files?after=nothing" });
  expect(response.status).toBe(422);
});

test("a file of 8 MB is checked to its last line, and its tokens are extrapolated from its beginning", {
  tags: ["long"],
}, async () => {
  const row = aRow("What is the weather like?", "x".repeat(1000));
  const count = Math.ceil(8_000_000 / row.length);
  const small = await (await upload(row.repeat(10))).json();
  const large = await (await upload(row.repeat(count))).json();
  expect(large).toMatchObject({ bytes: count * row.length, rows: count, is_token_count_estimated: true });
  expect(large.token_count).toBe((small.token_count / 10) * count);
  const faulty = await upload(`${row.repeat(count)}nonsense`);
  expect((await faulty.json()).detail[0].loc).toEqual(["body", "file", count + 1]);
});
