import * as z from "zod/mini";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";

/** Where a tensor lies: offsets count from the end of the header. */
export type TensorEntry = {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly start: number;
  readonly end: number;
};

export type SafetensorsHeader = {
  readonly entries: ReadonlyMap<string, TensorEntry>;
  readonly metadata: Readonly<Record<string, string>>;
};

/** Bytes of one element of each type that the format knows and that has whole bytes. */
const ELEMENT_BYTES = new Map(
  Object.entries({
    BOOL: 1,
    U8: 1,
    I8: 1,
    F8_E4M3: 1,
    F8_E5M2: 1,
    F8_E8M0: 1,
    U16: 2,
    I16: 2,
    F16: 2,
    BF16: 2,
    U32: 4,
    I32: 4,
    F32: 4,
    U64: 8,
    I64: 8,
    F64: 8,
    C64: 8,
  }),
);

/**
 * Reads a header that a stranger may have written. The ranges of the tensors must tile the data exactly, without a gap or an overlap, and
 * each must be as long as its type and shape say: then nothing in the file is hidden, read twice or read past its end.
 */
export function readHeader(json: Uint8Array, dataBytes: number, file: string): SafetensorsHeader {
  const header = parseHeader(json, file);
  const entries = new Map<string, TensorEntry>();
  let metadata: Record<string, string> = {};
  for (const [name, value] of Object.entries(header)) {
    if (name === METADATA) metadata = readMetadata(value, file);
    else entries.set(name, readEntry(name, value, file));
  }
  requireTiling(entries, dataBytes, file);
  return { entries, metadata };
}

export const METADATA = "__metadata__";

function parseHeader(json: Uint8Array, file: string): object {
  try {
    const header: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
    if (typeof header === "object" && header !== null && !Array.isArray(header)) return header;
  } catch {
    // Reported below, in words that do not depend on the runtime.
  }
  throw new CorruptFiles(`${file} is not a safetensors file: its header is not a JSON object`);
}

const MetadataSchema = z.record(z.string(), z.string());

function readMetadata(value: unknown, file: string): Record<string, string> {
  const read = MetadataSchema.safeParse(value);
  if (!read.success)
    throw new CorruptFiles(`${file} is not a safetensors file: its ${METADATA} is not a map of strings`);
  return read.data;
}

const Size = z.int().check(z.minimum(0));
const EntrySchema = z.object({
  dtype: z.string(),
  shape: z.array(Size),
  data_offsets: z.tuple([Size, Size]),
});

function readEntry(name: string, value: unknown, file: string): TensorEntry {
  const read = EntrySchema.safeParse(value);
  if (!read.success)
    throw new CorruptFiles(
      `${file}: the header's entry "${name}" lacks a valid dtype, shape or data_offsets`,
    );
  const { dtype, shape, data_offsets } = read.data;
  const [start, end] = data_offsets;
  const elementBytes = ELEMENT_BYTES.get(dtype);
  if (elementBytes === undefined)
    throw new CorruptFiles(`${file}: tensor "${name}" has the unknown dtype ${JSON.stringify(dtype)}`);
  const bytes = shape.reduce((product, size) => product * size, elementBytes);
  if (end - start !== bytes)
    throw new CorruptFiles(
      `${file}: tensor "${name}" of ${dtype} [${shape.join(", ")}] takes ${bytes} bytes, its data_offsets [${start}, ${end}] hold ${end - start}`,
    );
  return { dtype, shape, start, end };
}

function requireTiling(entries: ReadonlyMap<string, TensorEntry>, dataBytes: number, file: string): void {
  const ordered = [...entries].sort(([, a], [, b]) => a.start - b.start || a.end - b.end);
  let expected = 0;
  for (const [name, { start, end }] of ordered) {
    if (start !== expected)
      throw new CorruptFiles(
        `${file}: tensor "${name}" begins at byte ${start} of the data, where ${expected} is next; tensors must neither overlap nor leave gaps`,
      );
    expected = end;
  }
  if (expected !== dataBytes)
    throw new CorruptFiles(`${file}: its tensors take ${expected} bytes, and ${dataBytes} are there`);
}
