import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { InvalidRequest, TooLarge, Unreadable, UnsupportedMediaType } from "#lib/platform/errors.ts";
import { parseJsonBody, readBodyBytes } from "./read-body.ts";

const rules = { maxBytes: 10_000_000, requireContentType: false, countNodes: true };

function read(
  body: string | Uint8Array,
  { headers = {}, ...changed }: Partial<typeof rules> & { headers?: Record<string, string> } = {},
) {
  const request = new Request("http://localhost/", { method: "POST", body: Buffer.from(body), headers });
  return readRequest(request, { ...rules, ...changed });
}

async function readRequest(request: Request, { countNodes, ...others }: typeof rules): Promise<unknown> {
  return parseJsonBody(await readBodyBytes(request, others), { countNodes });
}

test("JSON is read as it is, whatever its content type says or does not say", async () => {
  const good: Record<string, string>[] = [
    {},
    { "content-type": "application/json" },
    { "content-type": "Application/JSON; charset=utf-8" },
    { "content-type": "application/vnd.api+json" },
    { "content-encoding": "identity" },
  ];
  for (const headers of good) expect(await read('{"a": [1, "ü"]}', { headers })).toEqual({ a: [1, "ü"] });
});

test("another content type is refused, and none where the sender must name it", async () => {
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/jsonp",
    "json",
  ])
    await expect(read("{}", { headers: { "content-type": type } })).rejects.toThrow(UnsupportedMediaType);
  await expect(read("{}", { requireContentType: true })).rejects.toThrow(UnsupportedMediaType);
});

test("compressed bodies are refused and never inflated", async () => {
  for (const encoding of ["gzip", "br", "deflate", "GZIP", "gzip, identity"])
    await expect(read(gzipSync("{}"), { headers: { "content-encoding": encoding } })).rejects.toThrow(
      UnsupportedMediaType,
    );
});

test("a byte order mark is passed over", async () => {
  expect(await read("\ufeff{}")).toEqual({});
});

test("of a key that comes twice, the last value counts", async () => {
  expect(await read('{"a": 1, "a": 2}')).toEqual({ a: 2 });
});

test("`__proto__` and its like are keys as any other", async () => {
  const text = '{"__proto__":{"polluted":1},"constructor":{"prototype":2}}';
  expect(JSON.stringify(await read(text))).toBe(text);
  expect(Object.prototype).not.toHaveProperty("polluted");
});

test("NUL and lone surrogates in JSON escapes are read as they were sent", async () => {
  expect(await read('["\\u0000", "\\ud800"]')).toEqual(["\u0000", "\ud800"]);
});

test.each([
  ["a lone continuation byte", [0x22, 0x80, 0x22]],
  ["an overlong form", [0x22, 0xc0, 0xaf, 0x22]],
  ["a surrogate in UTF-8", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["a cut character", [0x22, 0xf0, 0x9f, 0x91]],
  ["UTF-16", [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
])("%s is no UTF-8 and unreadable", async (_, bytes) => {
  await expect(read(new Uint8Array(bytes))).rejects.toThrow(Unreadable);
});

test("nesting is read to a depth of 256 and no deeper, brackets in strings aside", async () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  await expect(read(nested(256))).resolves.toBeDefined();
  await expect(read(nested(257))).rejects.toThrow(Unreadable);
  await expect(read(`${'{"a":'.repeat(257)}1${"}".repeat(257)}`)).rejects.toThrow(Unreadable);
  expect(await read(JSON.stringify("[".repeat(5000)))).toHaveLength(5000);
  expect(await read(`["\\"${"[".repeat(300)}\\\\"]`)).toHaveLength(1);
  await expect(read(`${"]".repeat(300)}${"[".repeat(600)}`)).rejects.toThrow(InvalidRequest);
});

test("a million values are read, and one more is not, except where a body of training data may hold it", async () => {
  const values = (count: number) => `[${Array(count).fill("1").join(",")}]`;
  await expect(read(values(1_000_001))).resolves.toBeDefined();
  await expect(read(values(1_000_002))).rejects.toThrow(Unreadable);
  await expect(read(values(1_000_002), { countNodes: false })).resolves.toBeDefined();
});

test("an object of 20,000 keys is read, and one of more is not", async () => {
  const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":[1,2]`).join(",")}}`;
  await expect(read(keys(20_000))).resolves.toBeDefined();
  await expect(read(keys(20_001))).rejects.toThrow(Unreadable);
  await expect(read(`[${keys(15_000)},${keys(15_000)}]`)).resolves.toBeDefined();
});

test("a body is taken up to its cap to the byte", async () => {
  const body = JSON.stringify("x".repeat(98));
  expect(await read(body, { maxBytes: 100 })).toHaveLength(98);
  await expect(read(body, { maxBytes: 99 })).rejects.toThrow(TooLarge);
});

test("a large body is looked at in slices, which cut no escape in two and let others have their turn", async () => {
  const slice = 4 * 1024 * 1024;
  for (const before of [slice - 4, slice - 3, slice - 2]) {
    const text = `["${"x".repeat(before)}\\"${"[".repeat(300)}"]`;
    expect(await read(text)).toEqual([`${"x".repeat(before)}"${"[".repeat(300)}`]);
    await expect(read(`["${"x".repeat(before)}",${"[".repeat(300)}`)).rejects.toThrow(Unreadable);
  }
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await read(`"${"x".repeat(9_000_000)}"`);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(2);
});

test("a body without declared length is refused as soon as it passes the cap", async () => {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        sent += 1000;
        controller.enqueue(new Uint8Array(1000).fill(0x20));
      },
    },
    { highWaterMark: 0 },
  );
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  await expect(
    readRequest(new Request("http://localhost/", init), { ...rules, maxBytes: 5000 }),
  ).rejects.toThrow(TooLarge);
  expect(sent).toBeLessThanOrEqual(7000);
});

test("a missing body is not the same as null", async () => {
  expect(await read("")).toBeUndefined();
  expect(await read("null")).toBeNull();
});
