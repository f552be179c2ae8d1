import { setImmediate as othersTurn } from "node:timers/promises";
import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { CALL_TABLE } from "#lib/contract/traces/call-months.ts";
import type { CallRow } from "./calls-of-month.ts";

/** A group of rows is written as one and read as one: so much is in memory, here and there. */
const MAX_GROUP_ROWS = 1_000;
const MAX_GROUP_CHARACTERS = 2 * 1024 * 1024;

/** A table of Parquet, a group of rows after the other; nobody waits longer than for one group. */
export async function* callTable(
  pages: AsyncIterable<CallRow[]>,
  about: { project: string; month: string },
): AsyncGenerator<Uint8Array> {
  const bytes = new TakenBytes();
  const table = new ParquetWriter({
    writer: bytes,
    schema: SCHEMA,
    createdBy: "spindle",
    kvMetadata: [
      { key: "spindle.project", value: about.project },
      { key: "spindle.month", value: about.month },
    ],
  });
  yield bytes.take();
  for await (const group of groupsOf(pages)) {
    table.write({ columnData: columnsOf(group), rowGroupSize: group.length });
    yield bytes.take();
    await othersTurn();
  }
  table.finish();
  yield bytes.take();
}

/** What was written since it was last taken; places in the file count from its beginning. */
class TakenBytes extends ByteWriter {
  take(): Uint8Array {
    const taken = this.getBytes().slice();
    this.index = 0;
    return taken;
  }
}

async function* groupsOf(pages: AsyncIterable<CallRow[]>): AsyncGenerator<CallRow[]> {
  let group: CallRow[] = [];
  let characters = 0;
  for await (const page of pages)
    for (const row of page) {
      group.push(row);
      characters += documentsOf(row).reduce((sum, text) => sum + (text?.length ?? 0), 0);
      if (group.length < MAX_GROUP_ROWS && characters < MAX_GROUP_CHARACTERS) continue;
      yield group;
      group = [];
      characters = 0;
    }
  if (group.length > 0) yield group;
}

const NEEDED: readonly string[] = ["id", "trace_id", "op_name", "started_at"];

const SCHEMA: SchemaElement[] = [
  { name: "root", num_children: Object.values(CALL_TABLE).flat().length },
  ...CALL_TABLE.texts.map((name) => textColumn(name)),
  ...CALL_TABLE.times.map(
    (name): SchemaElement => ({
      name,
      type: "INT64",
      converted_type: "TIMESTAMP_MICROS",
      logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" },
      repetition_type: repetitionOf(name),
    }),
  ),
  ...CALL_TABLE.integers.map((name): SchemaElement => ({ name, type: "INT64", repetition_type: "OPTIONAL" })),
  ...CALL_TABLE.documents.map((name) => textColumn(name)),
];

function textColumn(name: string): SchemaElement {
  return {
    name,
    type: "BYTE_ARRAY",
    converted_type: "UTF8",
    logical_type: { type: "STRING" },
    repetition_type: repetitionOf(name),
  };
}

function repetitionOf(name: string): "REQUIRED" | "OPTIONAL" {
  return NEEDED.includes(name) ? "REQUIRED" : "OPTIONAL";
}

type Column = (typeof CALL_TABLE)[keyof typeof CALL_TABLE][number];

/** Documents are long and seldom alike: no dictionary is made of them, and no least and greatest one is kept. */
function columnsOf(rows: readonly CallRow[]) {
  const data = (name: Column) => rows.map((row) => CELLS[name](row) ?? null);
  return [
    ...[...CALL_TABLE.texts, ...CALL_TABLE.times, ...CALL_TABLE.integers].map((name) => ({
      name,
      data: data(name),
    })),
    ...CALL_TABLE.documents.map((name) => ({
      name,
      data: data(name),
      encoding: "PLAIN" as const,
      statistics: false,
    })),
  ];
}

const CELLS: { [C in Column]: (row: CallRow) => string | bigint | null | undefined } = {
  id: ({ id }) => id,
  trace_id: ({ traceId }) => traceId,
  parent_id: ({ parentId }) => parentId,
  thread_id: ({ threadId }) => threadId,
  turn_id: ({ turnId }) => turnId,
  op_name: ({ opName }) => opName,
  display_name: ({ displayName }) => displayName,
  wb_user_id: ({ userId }) => userId,
  wb_run_id: ({ wbRunId }) => wbRunId,
  started_at: ({ startedAt }) => microsOf(startedAt),
  ended_at: ({ endedAt }) => (endedAt ? microsOf(endedAt) : null),
  wb_run_step: ({ wbRunStep }) => wholeOf(wbRunStep),
  wb_run_step_end: ({ wbRunStepEnd }) => wholeOf(wbRunStepEnd),
  attributes: ({ attributes }) => attributes,
  inputs: ({ inputs }) => inputs,
  output: ({ output }) => output,
  exception: ({ exception }) => exception,
  summary: ({ summary }) => summary,
  otel_dump: ({ otelDump }) => otelDump,
};

function documentsOf(row: CallRow): (string | null | undefined)[] {
  return [row.attributes, row.inputs, row.output, row.exception, row.summary, row.otelDump];
}

/** Microseconds since 1970 of a time as `utcText` writes it. */
function microsOf(time: string): bigint {
  const dot = time.lastIndexOf(".");
  return BigInt(Date.parse(`${time.slice(0, dot)}Z`)) * 1_000n + BigInt(time.slice(dot + 1, -1));
}

function wholeOf(value: number | null | undefined): bigint | null {
  return value === null || value === undefined ? null : BigInt(value);
}
