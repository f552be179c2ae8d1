import { type FileHandle, open, realpath } from "node:fs/promises";
import { basename } from "node:path";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import type { StoredTensor, Tensor } from "../model/parameters.ts";
import {
  METADATA,
  readHeader,
  type SafetensorsHeader,
  type TensorEntry,
} from "./safetensors-header.internal.ts";

/**
 * A file of named tensors: the header's length as 8 bytes, little-endian, the header as JSON, the tensors' bytes one after the other.
 * https://github.com/huggingface/safetensors#format
 */
export type Safetensors = {
  readonly tensors: ReadonlyMap<string, Tensor>;
  readonly metadata: Readonly<Record<string, string>>;
};

/**
 * Reads all tensors; F16 and BF16 become F32, which holds each of their values. Throws `CorruptFiles` where the file is not of this format
 * and `UnsupportedModel` where a tensor is of another type.
 */
export async function readSafetensors(path: string): Promise<Safetensors> {
  const handle = await open(path);
  try {
    const { header, dataStart } = await readFileHeader(handle, basename(path));
    const tensors = new Map<string, Tensor>();
    const ordered = [...header.entries].sort(([, a], [, b]) => a.start - b.start);
    for (const [name, entry] of ordered) {
      const convert = CONVERTERS[typeOf(name, entry, basename(path))];
      const bytes = await readBytes(handle, dataStart + entry.start, entry.end - entry.start);
      tensors.set(name, { shape: entry.shape, data: convert(bytes) });
    }
    return { tensors, metadata: header.metadata };
  } finally {
    await handle.close();
  }
}

/** The places of the tensors, by the header alone; throws what `readSafetensors` would throw before it reads a tensor. */
export async function findTensors(path: string): Promise<ReadonlyMap<string, StoredTensor>> {
  const handle = await open(path);
  try {
    const { header, dataStart } = await readFileHeader(handle, basename(path));
    const found = new Map<string, StoredTensor>();
    // The runtime follows no link out of a folder, and caches of downloads are made of them.
    const real = await realpath(path);
    for (const [name, entry] of header.entries) {
      const { shape, start, end } = entry;
      const type = typeOf(name, entry, basename(path));
      found.set(name, { shape, type, path: real, start: dataStart + start, end: dataStart + end });
    }
    return found;
  } finally {
    await handle.close();
  }
}

/** Reads one tensor from its place, as F32. */
export async function readTensor({ path, type, shape, start, end }: StoredTensor): Promise<Tensor> {
  const handle = await open(path);
  try {
    return { shape, data: CONVERTERS[type](await readBytes(handle, start, end - start)) };
  } finally {
    await handle.close();
  }
}

/** As `readTensor`, into an array of its size. */
export async function readTensorInto(target: Float32Array, stored: StoredTensor): Promise<void> {
  if (stored.type !== "float32") {
    target.set((await readTensor(stored)).data);
    return;
  }
  const handle = await open(stored.path);
  try {
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    await fill(handle, bytes, stored.start);
  } finally {
    await handle.close();
  }
}

/** A tensor to be written, or how to come by it when it is its turn. */
export type WritableTensor =
  | Tensor
  | { readonly shape: readonly number[]; readonly read: () => Promise<Tensor> };

/**
 * Writes tensors as F32 in the order of their names into a new file, and flushes it to the disk where it is to be kept. `metadata` is added to
 * the `format` that readers in Python look for.
 */
export async function writeSafetensors(
  path: string,
  tensors: ReadonlyMap<string, WritableTensor>,
  metadata: Readonly<Record<string, string>> = {},
  { isKept = true }: { isKept?: boolean } = {},
): Promise<void> {
  const ordered = [...tensors].sort(([a], [b]) => (a < b ? -1 : 1));
  const handle = await open(path, "wx");
  try {
    await writeBytes(handle, encodeHeader(ordered, { format: "pt", ...metadata }));
    for (const [, tensor] of ordered) {
      const { data } = "read" in tensor ? await tensor.read() : tensor;
      await writeBytes(handle, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    }
    if (isKept) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The limit of the reference implementation. */
const MAX_HEADER_BYTES = 100_000_000;
const LENGTH_BYTES = 8;
/** One system call moves less than 2 GiB. */
const CHUNK_BYTES = 2 ** 28;

async function readFileHeader(
  handle: FileHandle,
  file: string,
): Promise<{ header: SafetensorsHeader; dataStart: number }> {
  const { size } = await handle.stat();
  if (size < LENGTH_BYTES) throw new CorruptFiles(`${file} is not a safetensors file: it has ${size} bytes`);
  const lengthBytes = await readBytes(handle, 0, LENGTH_BYTES);
  const length = new DataView(lengthBytes).getBigUint64(0, true);
  if (length > MAX_HEADER_BYTES || LENGTH_BYTES + Number(length) > size)
    throw new CorruptFiles(
      `${file} is not a safetensors file or is truncated: its header would be ${length} bytes in a file of ${size}`,
    );
  const dataStart = LENGTH_BYTES + Number(length);
  const json = await readBytes(handle, LENGTH_BYTES, Number(length));
  return { header: readHeader(new Uint8Array(json), size - dataStart, file), dataStart };
}

async function readBytes(handle: FileHandle, position: number, length: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  await fill(handle, bytes, position);
  return bytes.buffer;
}

async function fill(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  const length = bytes.byteLength;
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(
      bytes,
      filled,
      Math.min(length - filled, CHUNK_BYTES),
      position + filled,
    );
    if (bytesRead === 0) throw new CorruptFiles("A file became shorter while it was read");
    filled += bytesRead;
  }
}

async function writeBytes(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.byteLength) {
    const { bytesWritten } = await handle.write(
      bytes,
      written,
      Math.min(bytes.byteLength - written, CHUNK_BYTES),
    );
    written += bytesWritten;
  }
}

/** All platforms that the engine runs on are little-endian, as the format is, so numbers are taken as they lie. */
const CONVERTERS: { [T in StoredTensor["type"]]: (bytes: ArrayBuffer) => Float32Array } = {
  float32: (bytes) => new Float32Array(bytes),
  float16: (bytes) => new Float32Array(new Float16Array(bytes)),
  bfloat16: widenBfloat16,
};
const TYPES: ReadonlyMap<string, StoredTensor["type"]> = new Map([
  ["F32", "float32"],
  ["F16", "float16"],
  ["BF16", "bfloat16"],
]);

function typeOf(name: string, { dtype }: TensorEntry, file: string): StoredTensor["type"] {
  const type = TYPES.get(dtype);
  if (type) return type;
  throw new UnsupportedModel(`${file}: tensor "${name}" is of type ${dtype}; F32, F16 and BF16 are read`);
}

/** A bfloat16 is the upper half of a float32. */
function widenBfloat16(bytes: ArrayBuffer): Float32Array {
  const halves = new Uint16Array(bytes);
  const words = new Uint32Array(halves.length);
  for (let i = 0; i < halves.length; i++) words[i] = (halves[i] ?? 0) << 16;
  return new Float32Array(words.buffer);
}

function encodeHeader(
  ordered: readonly (readonly [string, { readonly shape: readonly number[] }])[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const entries: [string, unknown][] = [[METADATA, metadata]];
  let offset = 0;
  for (const [name, { shape }] of ordered) {
    const end = offset + shape.reduce((size, axis) => size * axis, Float32Array.BYTES_PER_ELEMENT);
    entries.push([name, { dtype: "F32", shape, data_offsets: [offset, end] }]);
    offset = end;
  }
  const json = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  // Spaces after the header align every tensor to eight bytes, which readers that map the file need.
  const length = Math.ceil(json.length / 8) * 8;
  const bytes = Buffer.alloc(LENGTH_BYTES + length, " ");
  bytes.writeBigUInt64LE(BigInt(length), 0);
  json.copy(bytes, LENGTH_BYTES);
  return bytes;
}
