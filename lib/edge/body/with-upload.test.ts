import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overrideSettings } from "#lib/platform/env.ts";
import { type Upload, withUpload } from "./with-upload.ts";

let data = "";
beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), "spindle-upload-"));
  overrideSettings({ SPINDLE_DATA_DIR: data });
});
afterAll(() => rm(data, { recursive: true }));

const MIB = 1024 * 1024;

/** The headers of the form are those that its body fixes. */
function requestOf(form: FormData, headers: Record<string, string> = {}): Request {
  const request = new Request("http://localhost/", { method: "POST", body: form });
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  return request;
}

function aForm(file: Blob | null, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append("file", file, "rows.jsonl");
  return form;
}

const arriving = () => readdir(path.join(data, "arriving"));

async function refusal(request: Request, maxBytes = MIB): Promise<string> {
  const outcome = await withUpload(request, { maxBytes }, async () => "taken").catch(
    (error: Error) => error.name,
  );
  expect(await arriving()).toEqual([]);
  return outcome;
}

test("fields and file reach the work, which finds the file whole; afterwards it is gone", async () => {
  const content = "x\r\n--y".repeat(50_000);
  const form = aForm(new Blob([content]), { purpose: "fine-tune", empty: "", ünï: "cödé 🙂" });
  const seen = await withUpload(requestOf(form), { maxBytes: MIB }, async ({ fields, file }: Upload) => {
    expect(await readFile(file?.path ?? "", "utf8")).toBe(content);
    return { fields, file };
  });
  expect(seen.fields).toEqual({ purpose: "fine-tune", empty: "", ünï: "cödé 🙂" });
  const sha256 = createHash("sha256").update(content).digest("hex");
  expect(seen.file).toMatchObject({ filename: "rows.jsonl", sizeBytes: content.length, sha256 });
  expect(await arriving()).toEqual([]);
});

test("a file keeps its name, also with the quotation marks that browsers must write otherwise in a form", async () => {
  const name = `Ünï 'q" %20 #1?.jsonl`;
  const form = new FormData();
  form.append("file", new Blob(["{}"]), name);
  const seen = await withUpload(requestOf(form), { maxBytes: MIB }, async ({ file }) => file?.filename);
  expect(seen).toBe(name);
});

test("a file that the work has moved stays, and one whose work failed does not", async () => {
  const kept = path.join(data, "kept");
  await withUpload(requestOf(aForm(new Blob(["a"]))), { maxBytes: MIB }, ({ file }) =>
    rename(file?.path ?? "", kept),
  );
  expect(await readFile(kept, "utf8")).toBe("a");
  const failing = withUpload(requestOf(aForm(new Blob(["a"]))), { maxBytes: MIB }, () =>
    Promise.reject(new Error("no")),
  );
  await expect(failing).rejects.toThrow("no");
  expect(await arriving()).toEqual([]);
});

test("a form without a file has none, and an empty file is one", async () => {
  expect(
    await withUpload(requestOf(aForm(null, { a: "b" })), { maxBytes: MIB }, async ({ file }) => file),
  ).toBe(null);
  const empty = await withUpload(
    requestOf(aForm(new Blob([]))),
    { maxBytes: MIB },
    async ({ file }) => file?.sizeBytes,
  );
  expect(empty).toBe(0);
});

test("a body above the cap is refused whatever length it declares, and leaves nothing", async () => {
  const form = () => aForm(new Blob(["x".repeat(MIB)]));
  expect(await refusal(requestOf(form()))).toBe("TooLarge");
  expect(await refusal(requestOf(form(), { "content-length": "10" }))).toBe("TooLarge");
  expect(await refusal(requestOf(aForm(null), { "content-length": String(MIB + 1) }))).toBe("TooLarge");
});

test("a form of too many parts, or with a field too long, is refused", async () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, "x"]));
  expect(await refusal(requestOf(aForm(null, many)))).toBe("Unreadable");
  expect(await refusal(requestOf(aForm(null, { long: "x".repeat(70_000) })))).toBe("InvalidRequest");
});

test("a sender who leaves in the middle of the file leaves no temporary file", async () => {
  const type = "multipart/form-data; boundary=b";
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n';
  for (const sent of [head + "x".repeat(200_000), head, head.slice(0, 20), "", "no form at all"]) {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(sent || " ")),
      pull: (controller) => controller.error(new Error("gone")),
    });
    const options: RequestInit & { duplex: "half" } = { method: "POST", body: broken, duplex: "half" };
    const request = new Request("http://localhost/", { ...options, headers: { "content-type": type } });
    expect(await refusal(request)).toBe("Unreadable");
    const whole = { method: "POST", headers: { "content-type": type }, body: sent };
    expect(await refusal(new Request("http://localhost/", whole))).toBe("Unreadable");
  }
});

test.each([
  "multipart/form-data",
  "multipart/form-data; boundary",
  "multipart/form-data; boundary=",
  "multipart/form-data; boundary= ",
  'multipart/form-data; boundary="',
  'multipart/form-data; boundary=""',
  'multipart/form-data; boundary=" "',
  `multipart/form-data; boundary=${"b".repeat(71)}`,
])("A whole form under %s is refused before it is read", async (type) => {
  const body =
    '------b1\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n{}\r\n------b1--\r\n';
  const request = new Request("http://localhost/", {
    method: "POST",
    body,
    headers: { "content-type": type },
  });
  expect(await refusal(request)).toBe("Unreadable");
  expect(request.bodyUsed).toBe(false);
});

test.each(["; boundary=b", '; boundary="b"', "; charset=utf-8; Boundary=b; x=y", ';boundary="b" ; a=b'])(
  "A form's boundary is read from multipart/form-data%s",
  async (parameters) => {
    const body = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
    const headers = { "content-type": `multipart/form-data${parameters}` };
    const request = new Request("http://localhost/", { method: "POST", body, headers });
    expect(await withUpload(request, { maxBytes: MIB }, async ({ fields }) => fields)).toEqual({ a: "1" });
  },
);

test.each([
  ["no type", {}],
  ["JSON", { "content-type": "application/json" }],
  ["another form", { "content-type": "application/x-www-form-urlencoded" }],
  ["compression", { "content-type": "multipart/form-data; boundary=b", "content-encoding": "gzip" }],
])("%s is not a form", async (_, headers) => {
  const body = new Uint8Array([0x7b, 0x7d]);
  const request = new Request("http://localhost/", { method: "POST", body, headers });
  expect(await refusal(request)).toBe("UnsupportedMediaType");
});
