import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import type { Tensor } from "../model/parameters.ts";
import { readSafetensors, writeSafetensors } from "./safetensors.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spindle-safetensors-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("tensors come back to the bit, signed zeros, infinities and payloads of NaN among them", async () => {
  const bits = Uint32Array.of(0x80000000, 0x7f800000, 0x7fc01234, 0x00000001, 0x3f800000, 0xff7fffff);
  const tensors = new Map<string, Tensor>([
    ["z", { shape: [2, 3], data: new Float32Array(bits.buffer) }],
    ["a.scalar", { shape: [], data: Float32Array.of(1.5) }],
    ["__proto__", { shape: [0, 4], data: new Float32Array(0) }],
  ]);
  const path = join(folder, "exact.safetensors");
  await writeSafetensors(path, tensors, { note: "é" });
  const read = await readSafetensors(path);
  expect(read.metadata).toEqual({ format: "pt", note: "é" });
  expect([...read.tensors.keys()].sort()).toEqual(["__proto__", "a.scalar", "z"]);
  const z = read.tensors.get("z");
  expect(z?.shape).toEqual([2, 3]);
  expect(new Uint32Array(z?.data.buffer ?? new ArrayBuffer(0))).toEqual(bits);
});

test("the file is laid out as the format says: header length, JSON, data in the order of the names", async () => {
  const path = join(folder, "golden.safetensors");
  await writeSafetensors(
    path,
    new Map([
      ["b", { shape: [1, 2], data: Float32Array.of(1, -2) }],
      ["a", { shape: [1], data: Float32Array.of(0.5) }],
    ]),
  );
  const header = `{"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1,2],"data_offsets":[4,12]}}`;
  const padded = header.padEnd(Math.ceil(header.length / 8) * 8, " ");
  const length = Buffer.from([padded.length, 0, 0, 0, 0, 0, 0, 0]);
  const data = Buffer.from("0000003f0000803f000000c0", "hex");
  expect(await readFile(path)).toEqual(Buffer.concat([length, Buffer.from(padded), data]));
});

test("an existing file is never written over", async () => {
  const path = join(folder, "there.safetensors");
  await writeSafetensors(path, new Map());
  await expect(writeSafetensors(path, new Map())).rejects.toThrow("EEXIST");
});

test("half and brain floats are widened to the numbers that they are", async () => {
  // The bits of 1, −2, 2⁻²⁴ (the least half), 65504 (the greatest), ∞ in IEEE 754 binary16; of 1, −2, 2⁻¹³³ and ≈ 3.39·10³⁸ in bfloat16.
  const half = Uint16Array.of(0x3c00, 0xc000, 0x0001, 0x7bff, 0x7c00);
  const brain = Uint16Array.of(0x3f80, 0xc000, 0x0001, 0x7f7f);
  const path = await writeRaw(
    {
      half: { dtype: "F16", shape: [5], data_offsets: [0, 10] },
      brain: { dtype: "BF16", shape: [4], data_offsets: [10, 18] },
    },
    Buffer.concat([Buffer.from(half.buffer), Buffer.from(brain.buffer)]),
  );
  const { tensors } = await readSafetensors(path);
  expect([...(tensors.get("half")?.data ?? [])]).toEqual([1, -2, 2 ** -24, 65504, Number.POSITIVE_INFINITY]);
  expect([...(tensors.get("brain")?.data ?? [])]).toEqual([1, -2, 2 ** -133, (2 - 2 ** -7) * 2 ** 127]);
});

test("a type that the engine does not read is refused with the tensor's name", async () => {
  const path = await writeRaw({ ids: { dtype: "I64", shape: [1], data_offsets: [0, 8] } }, Buffer.alloc(8));
  await expect(readSafetensors(path)).rejects.toThrow(UnsupportedModel);
  await expect(readSafetensors(path)).rejects.toThrow('"ids" is of type I64');
});

test.each<[string, object, number]>([
  ["a gap between tensors", { a: f32([1], 0, 4), b: f32([1], 8, 12) }, 12],
  ["a gap before the first", { a: f32([1], 4, 8) }, 8],
  ["tensors that overlap", { a: f32([2], 0, 8), b: f32([1], 4, 8) }, 8],
  ["two tensors of the same bytes", { a: f32([1], 0, 4), b: f32([1], 0, 4) }, 4],
  ["data after the last tensor", { a: f32([1], 0, 4) }, 5],
  ["data cut short", { a: f32([2], 0, 8) }, 7],
  ["fewer bytes than the shape says", { a: f32([2, 2], 0, 4) }, 4],
  ["offsets the wrong way round", { a: f32([1], 4, 0) }, 4],
  ["a negative size", { a: f32([-1], 0, 4) }, 4],
  ["a size that is not a whole number", { a: f32([0.5], 0, 2) }, 2],
  ["sizes whose product is beyond all numbers", { a: f32([2 ** 40, 2 ** 40, 0], 0, 0) }, 8],
  ["an unknown type", { a: { ...f32([1], 0, 4), dtype: "F31" } }, 4],
  ["an entry without a shape", { a: { dtype: "F32", data_offsets: [0, 4] } }, 4],
  ["metadata that is not a string", { __metadata__: { a: 1 } }, 0],
])("%s: the file is refused", async (_, header, dataBytes) => {
  const path = await writeRaw(header, Buffer.alloc(dataBytes));
  await expect(readSafetensors(path)).rejects.toThrow(CorruptFiles);
});

test.each<[string, Buffer]>([
  ["an empty file", Buffer.alloc(0)],
  ["seven bytes", Buffer.alloc(7)],
  ["a header longer than the file", Buffer.concat([lengthOf(1000n), Buffer.from("{}")])],
  ["a header longer than any memory", Buffer.concat([lengthOf(2n ** 64n - 1n), Buffer.from("{}")])],
  ["a header that is no JSON", Buffer.concat([lengthOf(2n), Buffer.from("{{")])],
  ["a header that is a list", Buffer.concat([lengthOf(2n), Buffer.from("[]")])],
  ["a header that is no UTF-8", Buffer.concat([lengthOf(4n), Buffer.from('{"\xff', "latin1")])],
])("%s is refused as an invalid safetensors file", async (_, bytes) => {
  const path = join(folder, `${crypto.randomUUID()}.safetensors`);
  await writeFile(path, bytes);
  await expect(readSafetensors(path)).rejects.toThrow(CorruptFiles);
});

test("a header longer than other readers take is not even read", async () => {
  const path = join(folder, "long-header.safetensors");
  await writeFile(path, lengthOf(100_000_001n));
  await truncate(path, 200_000_000);
  await expect(readSafetensors(path)).rejects.toThrow("its header would be 100000001 bytes");
});

test("whatever bytes stand in a file, reading gives tensors or one of our errors", async () => {
  const path = join(folder, "fuzz.safetensors");
  await fc.assert(
    fc.asyncProperty(strangeFile(), async (bytes) => {
      await writeFile(path, bytes);
      const outcome = await readSafetensors(path).catch((error: unknown) => error);
      const isOurs = outcome instanceof CorruptFiles || outcome instanceof UnsupportedModel;
      expect(isOurs || !(outcome instanceof Error)).toBe(true);
    }),
    { numRuns: 300, seed: 1 },
  );
});

/** Bytes at random, and headers that are nearly right. */
function strangeFile(): fc.Arbitrary<Uint8Array> {
  const size = fc.oneof(fc.integer({ min: -1, max: 4 }), fc.maxSafeInteger());
  const entry = fc.record(
    {
      dtype: fc.constantFrom("F32", "F16", "BF16", "I64", "?"),
      shape: fc.array(size, { maxLength: 3 }),
      data_offsets: fc.oneof(fc.tuple(size, size), fc.array(size, { maxLength: 3 })),
    },
    { requiredKeys: ["dtype"] },
  );
  const header = fc.oneof(
    fc
      .dictionary(fc.string(), fc.oneof(entry, fc.jsonValue()), { maxKeys: 3 })
      .map((value) => JSON.stringify(value)),
    fc.json(),
    fc.string(),
  );
  const nearly = fc.tuple(header, fc.uint8Array({ maxLength: 16 })).map(([json, data]) => {
    const text = Buffer.from(json);
    return Buffer.concat([lengthOf(BigInt(text.length)), text, data]);
  });
  return fc.oneof(fc.uint8Array({ maxLength: 64 }), nearly);
}

function f32(shape: number[], start: number, end: number): object {
  return { dtype: "F32", shape, data_offsets: [start, end] };
}

function lengthOf(bytes: bigint): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(bytes);
  return length;
}

async function writeRaw(header: object, data: Buffer): Promise<string> {
  const json = Buffer.from(JSON.stringify(header));
  const path = join(folder, `${crypto.randomUUID()}.safetensors`);
  await writeFile(path, Buffer.concat([lengthOf(BigInt(json.length)), json, data]));
  return path;
}
