import { BadLine } from "./bad-line.ts";
import { conversationCalls } from "./conversation-calls.ts";
import type { FileRecord, Outcome } from "./file-record.ts";
import { readConversation } from "./read-conversation.ts";
import { type Line, readLines } from "./read-lines.ts";
import { readValues } from "./read-values.ts";
import { emptyKindOf, textKindOf, WrongFile, wrongKindOf } from "./wrong-file.ts";

/** A file of which so many records hold no conversation is of another kind. */
const FIRST_RECORDS = 20;

/** The calls of a file's conversations, record by record, as it arrives. Throws `WrongFile` if it is of another kind. */
export async function* readCalls(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileRecord> {
  const { first, all } = await peek(chunks);
  const wrong = wrongKindOf(first);
  if (wrong !== null) throw new WrongFile(wrong);
  const isValues = /^\s*(\[|\{\s*\n)/.test(new TextDecoder().decode(first.subarray(0, 1_000)));
  const unit = isValues ? "record" : "line";
  let held: FileRecord[] | null = [];
  let isEmpty = true;
  for await (const line of (isValues ? readValues : readLines)(all)) {
    isEmpty = false;
    const { number, bytesRead } = line;
    const record: FileRecord = { unit, number, bytesRead, ...callsOf(line) };
    if (held === null) yield record;
    else {
      held.push(record);
      if (record.calls === null && held.length === FIRST_RECORDS) throw wrongFile(held, first);
      if (record.calls === null) continue;
      yield* held;
      held = null;
    }
  }
  if (isEmpty) throw new WrongFile(emptyKindOf(first));
  yield* held ?? [];
}

function callsOf(line: Line): Outcome {
  if (line.text === null) return { calls: null, reason: line.reason };
  try {
    return { calls: conversationCalls(readConversation(line.text)) };
  } catch (error) {
    if (error instanceof BadLine) return { calls: null, reason: error.message };
    throw error;
  }
}

function wrongFile(refused: readonly FileRecord[], first: Uint8Array): WrongFile {
  const kind = textKindOf(first);
  const [{ unit, number, reason } = { unit: "record", number: 1, reason: "" }] = refused;
  const summary = `none of its first ${FIRST_RECORDS} ${unit}s has a conversation (${unit} ${number}: ${reason})`;
  return new WrongFile(kind === null ? summary : `${kind}, and ${summary}`);
}

const LOOKED_AT = 4_096;

/** The beginning of the file, and all of it. */
async function peek(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ first: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let first = new Uint8Array();
  while (first.length < LOOKED_AT) {
    const next = await iterator.next();
    if (next.done) break;
    const longer = new Uint8Array(first.length + next.value.length);
    longer.set(first);
    longer.set(next.value, first.length);
    first = longer;
  }
  async function* all() {
    try {
      yield first;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { first, all: all() };
}
