import { deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { TooLarge, Unreadable, UnsupportedMediaType } from "#lib/platform/errors.ts";
import { readBodyBytes } from "./read-body.ts";

const rules = { maxBytes: 1_000_000, requireContentType: false, takesGzip: true };

async function read(body: Uint8Array, encoding: string, { maxBytes = rules.maxBytes } = {}): Promise<string> {
  const headers = { "content-encoding": encoding };
  const request = new Request("http://localhost/", { method: "POST", body: Buffer.from(body), headers });
  return Buffer.from(await readBodyBytes(request, { ...rules, maxBytes })).toString();
}

test("gzip is unpacked where it is taken, in one part or in several", async () => {
  for (const encoding of ["gzip", "GZIP", " gzip "]) expect(await read(gzipSync("{}"), encoding)).toBe("{}");
  expect(await read(Buffer.concat([gzipSync("{"), gzipSync("}")]), "gzip")).toBe("{}");
  expect(await read(gzipSync(""), "gzip")).toBe("");
});

test("other ways to compress are refused there too", async () => {
  for (const encoding of ["br", "deflate", "gzip, gzip", "x-gzip"])
    await expect(read(deflateSync("{}"), encoding)).rejects.toThrow(UnsupportedMediaType);
});

test("bodies that are not gzip, cut short or damaged are unreadable", async () => {
  const packed = gzipSync("a body of some length, so that there is something to spoil");
  const spoilt = packed.with(packed.length - 6, (packed.at(-6) ?? 0) ^ 1);
  for (const body of [Buffer.from("{}"), packed.subarray(0, -1), spoilt, new Uint8Array()])
    await expect(read(body, "gzip")).rejects.toThrow(Unreadable);
});

test("the cap holds for what was sent, and to the byte for what it unpacks to", async () => {
  const zeros = (bytes: number) => gzipSync(Buffer.alloc(bytes));
  await expect(read(zeros(5000), "gzip", { maxBytes: 5000 })).resolves.toHaveLength(5000);
  await expect(read(zeros(5001), "gzip", { maxBytes: 5000 })).rejects.toThrow(TooLarge);
  const bomb = zeros(500_000_000 / 4);
  expect(bomb.length).toBeLessThan(rules.maxBytes);
  await expect(read(bomb, "gzip")).rejects.toThrow(TooLarge);
  await expect(read(gzipSync("x"), "gzip", { maxBytes: 10 })).rejects.toThrow(TooLarge);
});
