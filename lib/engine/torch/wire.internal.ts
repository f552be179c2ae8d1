import { METADATA, readHeader } from "#lib/engine/embedded/files/safetensors-header.internal.ts";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import type { Sequence } from "#lib/engine/port/port.ts";

/** What a call or its answer says: JSON, and arrays by name. */
export type Body = { readonly fields: Fields; readonly arrays: ReadonlyMap<string, NumberArray> };
export type Fields = Readonly<Record<string, unknown>>;
export type NumberArray = Float32Array | Int32Array;

export const JSON_TYPE = "application/json";
/** A safetensors file whose metadata hold the JSON, under `json`. */
export const ARRAYS_TYPE = "application/safetensors";

export function encodeBody({ fields, arrays }: Body): { contentType: string; bytes: Uint8Array } {
  const json = JSON.stringify(fields);
  if (arrays.size === 0) return { contentType: JSON_TYPE, bytes: Buffer.from(json) };
  const entries: [string, unknown][] = [[METADATA, { json }]];
  let end = 0;
  for (const [name, array] of arrays) {
    const start = end;
    end += array.byteLength;
    entries.push([name, { dtype: dtypeOf(array), shape: [array.length], data_offsets: [start, end] }]);
  }
  const header = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  // Spaces after the header let the arrays begin at a multiple of eight.
  const headerBytes = Buffer.alloc(Math.ceil(header.length / 8) * 8, " ");
  header.copy(headerBytes);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeBigUInt64LE(BigInt(headerBytes.length));
  const parts = [...arrays.values()].map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  return { contentType: ARRAYS_TYPE, bytes: Buffer.concat([length, headerBytes, ...parts]) };
}

/** Throws `EngineFault` where the other side did not say what it should. */
export function decodeBody(contentType: string | undefined, bytes: Uint8Array): Body {
  try {
    if (contentType === ARRAYS_TYPE) return decodeArrays(bytes);
    return { fields: objectOf(Buffer.from(bytes).toString()), arrays: new Map() };
  } catch (cause) {
    throw new EngineFault("The engine's server answered what cannot be read", { cause });
  }
}

/** Tokens of sequences, one after another. */
export function sequenceArrays(sequences: readonly Sequence[]): Map<string, NumberArray> {
  return new Map([
    ["token_ids", Int32Array.from(sequences.flatMap(({ tokenIds }) => tokenIds))],
    ["lengths", Int32Array.from(sequences, ({ tokenIds }) => tokenIds.length)],
  ]);
}

/** The part of each sequence in an array that has `width` numbers for each token. */
export function splitBySequence<T extends NumberArray>(
  array: T,
  sequences: readonly Sequence[],
  width = 1,
): T[] {
  let start = 0;
  return sequences.map(({ tokenIds }) => {
    const end = start + tokenIds.length * width;
    const part = array.slice(start, end) as T;
    start = end;
    return part;
  });
}

export function joined(arrays: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(arrays.reduce((size, { length }) => size + length, 0));
  let start = 0;
  for (const array of arrays) {
    whole.set(array, start);
    start += array.length;
  }
  return whole;
}

export function floatsIn({ arrays }: Body, name: string): Float32Array {
  const array = arrays.get(name);
  if (array instanceof Float32Array) return array;
  throw new EngineFault(`The engine's server left out ${name}`);
}

export function integersIn({ arrays }: Body, name: string): Int32Array {
  const array = arrays.get(name);
  if (array instanceof Int32Array) return array;
  throw new EngineFault(`The engine's server left out ${name}`);
}

export function numberIn({ fields }: Body, name: string): number {
  const value = fields[name];
  if (typeof value === "number") return value;
  throw new EngineFault(`The engine's server left out ${name}`);
}

const LENGTH_BYTES = 8;

function decodeArrays(bytes: Uint8Array): Body {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dataStart = LENGTH_BYTES + Number(view.getBigUint64(0, true));
  const header = readHeader(bytes.subarray(LENGTH_BYTES, dataStart), bytes.length - dataStart, "The answer");
  const arrays = new Map<string, NumberArray>();
  // Copied, because an array of numbers begins at a multiple of four bytes.
  for (const [name, { dtype, start, end }] of header.entries)
    arrays.set(name, arrayOf(dtype, Uint8Array.from(bytes.subarray(dataStart + start, dataStart + end))));
  return { fields: objectOf(header.metadata.json ?? "{}"), arrays };
}

function arrayOf(dtype: string, { buffer }: Uint8Array): NumberArray {
  if (dtype === "F32") return new Float32Array(buffer);
  if (dtype === "I32") return new Int32Array(buffer);
  throw new Error(`Arrays are of F32 or I32, not ${dtype}`);
}

function dtypeOf(array: NumberArray): string {
  return array instanceof Float32Array ? "F32" : "I32";
}

function objectOf(text: string): Fields {
  const value: unknown = JSON.parse(text);
  if (typeof value === "object" && value !== null) return { ...value };
  throw new Error("JSON gave no object");
}
