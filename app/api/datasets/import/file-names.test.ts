import { gzipSync } from "node:zlib";
import AdmZip from "adm-zip";
import { expect, test } from "vitest";
import { type TarFile, tarArchive } from "#lib/platform/tar-archive.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";

const api = startHarness();

type Place = { project: TestProject; caller: Caller };
type Named = { name: string; content: string | Uint8Array };

async function aPlace(): Promise<Place> {
  const project = await api.aProject();
  return { project, caller: byBearer(await api.aCaller(project, "engineer")) };
}

function send({ project, caller }: Place, files: Named[], fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ project_id: project.path, ...fields })) form.set(name, value);
  for (const { name, content } of files) form.append("file", new Blob([content as BlobPart]), name);
  return fetch(`${api.url}/api/datasets/import`, {
    method: "POST",
    headers: byBearer(caller).headers,
    body: form,
  });
}

async function imported(place: Place, files: Named[], fields: Record<string, string> = {}) {
  const response = await send(place, files, fields);
  const body = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** The rows of the first version as they are trained on. */
async function rowsOf({ project, caller }: Place, datasetId: string): Promise<Record<string, unknown>[]> {
  const search = new URLSearchParams({ project_id: project.path, format: "jsonl" });
  const path = `/datasets/${datasetId}/versions/v0/export?${search}`;
  const lines = await (await api.send(caller, { method: "GET", path })).text();
  return lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });

test("held-out rows of the same prompt are one case, and counted as such", async () => {
  const place = await aPlace();
  const row = (question: string, answer: string) =>
    `${JSON.stringify({ messages: [user(question), assistant(answer)] })}\n`;
  const content = row("Which?", "one") + row("Which?", "another") + row("What?", "this");
  const { version } = await imported(place, [{ name: "test.jsonl", content: content }], { kind: "eval" });
  expect(version.counts).toMatchObject({ train: 0, held_out: 3, held_out_units: 2 });
});

test("files that hold no rows by their name are passed over beside others, and said to be", async () => {
  const place = await aPlace();
  const beside: Named[] = ["README.md", ".gitattributes", "dataset_infos.json"].map((name) => ({
    name,
    content: "#",
  }));
  const [card, ...facts] = beside;
  const train = { name: "train-00000-of-00001.jsonl", content: aRow("a") + aRow("b") };
  const test = { name: "test-00000-of-00001.jsonl", content: aRow("c") };
  const files = [...(card ? [card] : []), train, ...facts, test];
  const { dataset, version, ...reply } = await imported(place, files);
  expect(version.counts).toMatchObject({ train: 2, held_out: 1, rejected: 0 });
  expect(dataset.name).toBe("train-00000-of-00001");
  expect(reply).toEqual({ passed_over: beside.map(({ name }) => name) });
  const refused = await send(place, beside);
  expect([refused.status, (await refused.json()).detail[0]]).toMatchObject([
    422,
    { loc: ["body", "file"], msg: expect.stringMatching(/README\.md.* no rows/) },
  ]);
});

test("a file that says by its name that its rows are held out keeps them so, also alone", async () => {
  const place = await aPlace();
  const content = aRow("a") + aRow("b");
  for (const [index, name] of ["x v0 held_out.openai.jsonl", "held-out.csv"].entries()) {
    const file = { name, content: name.endsWith("csv") ? "prompt,completion\na,b\nc,d\n" : content };
    const { version } = await imported(place, [file], { name: `held-${index}` });
    expect(version.counts).toMatchObject({ train: 0, held_out: 2 });
  }
  // What somebody calls a test may be what they train on, where it is all that they send.
  const lines = [null, " "].map((split, n) => JSON.stringify({ ...JSON.parse(aRow(`a ${n}`)), split }));
  const unsaid = { name: "y v0 held_out.openai.jsonl", content: lines.join("\n") };
  expect((await imported(place, [unsaid], { held_out_percent: "0" })).version.counts).toMatchObject({
    ...{ train: 0, held_out: 2 },
  });
  const named = await imported(place, [{ name: "test.jsonl", content }], { held_out_percent: "0" });
  expect(named.version.counts).toMatchObject({ train: 2, held_out: 0 });
});

test("files of an archive that says it is held out are, where they do not say otherwise", async () => {
  const place = await aPlace();
  const zip = new AdmZip();
  zip.addFile("rows.jsonl", Buffer.from(aRow("a") + aRow("b")));
  const packed = { name: "x held_out.zip", content: zip.toBuffer() };
  const other = { name: "more.jsonl", content: aRow("c") };
  const ways: [Named[], { train: number; held_out: number }][] = [
    [[packed], { train: 0, held_out: 2 }],
    [[packed, other], { train: 1, held_out: 2 }],
  ];
  for (const [index, [files, counts]] of ways.entries()) {
    const { version } = await imported(place, files, { name: `packed-${index}`, held_out_percent: "0" });
    expect(version.counts).toMatchObject(counts);
  }
});

test("files that are called train and test are the splits, sent beside each other or packed", async () => {
  const train = { name: "train.jsonl", content: aRow("a") + aRow("b") };
  const test = { name: "test.csv", content: "prompt,completion\nc,d\n" };
  const packed: TarFile[] = [
    { path: "README.md", content: Buffer.from("# A card") },
    { path: "dataset_infos.json", content: Buffer.from("{}") },
    ...[train, test].map(({ name, content }) => ({ path: `data/${name}`, content: Buffer.from(content) })),
  ];
  const tar = Buffer.concat([...tarArchive(packed, new Date(0))]);
  // As `tar -cf folder.tar .` writes it.
  const dotted = packed.map((file) => ({ ...file, path: `./${file.path}` }));
  const zip = new AdmZip();
  for (const { path: name, content } of packed) zip.addFile(name, Buffer.from(content));
  const ways: Named[][] = [
    [train, test],
    [{ name: "folder.tar", content: tar }],
    [{ name: "dotted.tar", content: Buffer.concat([...tarArchive(dotted, new Date(0))]) }],
    [{ name: "folder.tar.gz", content: gzipSync(tar) }],
    [{ name: "folder.zip", content: zip.toBuffer() }],
  ];
  const place = await aPlace();
  for (const [index, files] of ways.entries()) {
    const { dataset, version } = await imported(place, files, { name: `way-${index}` });
    expect(version.counts).toMatchObject({ train: 2, held_out: 1, rejected: 0 });
    expect((await rowsOf(place, dataset.id)).at(-1)).toMatchObject({
      messages: [user("c"), assistant("d")],
      split: "held_out",
    });
  }
});

test("both exports of one dataset come back in their splits whatever its name says, sent beside each other or packed", async () => {
  const place = await aPlace();
  const { project, caller } = place;
  const given = { name: "rows.jsonl", content: ["a", "b", "c"].map((text) => aRow(text)).join("") };
  const last = { name: "held_out.jsonl", content: aRow("d") };
  for (const name of ["train-set", "dev-faq", "held-out-test", "a-v1-train.b"]) {
    const { dataset } = await imported(place, [given, last], { name, held_out_percent: "0" });
    const files: { name: string; content: Uint8Array }[] = [];
    for (const split of ["train", "held_out"]) {
      const search = new URLSearchParams({ project_id: project.path, format: "openai", split });
      const path = `/datasets/${dataset.id}/versions/v0/export?${search}`;
      const response = await api.send(caller, { method: "GET", path });
      const [, filename = ""] = (response.headers.get("content-disposition") ?? "").split("UTF-8''");
      const content = new Uint8Array(await response.arrayBuffer());
      files.push({ name: decodeURIComponent(filename), content });
    }
    const zip = new AdmZip();
    for (const file of files) zip.addFile(file.name, Buffer.from(file.content));
    const ways: Named[][] = [files, files.toReversed(), [{ name: `${name}.zip`, content: zip.toBuffer() }]];
    for (const [index, way] of ways.entries()) {
      const { version } = await imported(place, way, { name: `${name}-${index}`, held_out_percent: "0" });
      expect(version.counts, name).toMatchObject({ train: 3, held_out: 1, rejected: 0 });
    }
    const alone = await imported(place, files.slice(0, 1), { name: `${name}-alone`, held_out_percent: "0" });
    expect(alone.version.counts).toMatchObject({ train: 3, held_out: 0 });
  }
});
