import type { QueueField } from "#lib/annotation/queue-fields.internal.ts";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { Decision, EXPORT_FORMATS, ItemAnswer } from "#lib/contract/annotation/queue-lead.ts";
import { csvLine } from "#lib/platform/csv-line.ts";
import type { CallDocuments } from "#lib/traces/call-documents.ts";

/** What an annotator said of an item, with what is known of the item. */
export type ExportedRow = {
  queueId: string;
  item: {
    itemId: string;
    callId: string;
    pairCallId: string | null;
    positionInQueue: number;
    threadId: string | null;
  };
  answer: ItemAnswer;
  decision: Decision | null;
  /** What was judged, of both calls where two were compared; null where it was not asked for. */
  documents: { call: CallDocuments | null; pair: CallDocuments | null } | null;
};

/** A column of the file; `field` where it holds the value of one. */
export type Column = {
  name: string;
  read: (row: ExportedRow) => unknown;
  field?: "value" | "version" | "decided";
};

/** One line of the file with its line end; the header where there is no row. */
export function exportedLine(
  format: (typeof EXPORT_FORMATS)[number],
  columns: readonly Column[],
  row: ExportedRow | null,
): string {
  if (format === "csv") return csvLine(columns.map(({ name, read }) => (row ? read(row) : name)));
  return row ? `${JSON.stringify(nested(columns, row))}\n` : "";
}

/** In JSON, fields stand by themselves below `values` and `decision_values`, so that no field is taken for another column. */
function nested(columns: readonly Column[], row: ExportedRow): Record<string, unknown> {
  const entries = (wanted: Column["field"]) =>
    columns.flatMap(({ name, read, field }): [string, unknown][] => {
      const value = field === wanted ? read(row) : undefined;
      return value === undefined ? [] : [[wanted === "decided" ? name.slice(DECIDED.length) : name, value]];
    });
  return {
    ...Object.fromEntries(entries(undefined)),
    values: Object.fromEntries(entries("value")),
    value_versions: Object.fromEntries(
      entries("version").map(([name, version]) => [name.slice(0, -VERSION.length), version]),
    ),
    decision_values: row.decision ? Object.fromEntries(entries("decided")) : null,
  };
}

const DECIDED = "decision: ";
const VERSION = ": version";

/** A field with the name of a fixed column is distinguished by its reference. The verdict on a pair has a fixed column. */
export function exportedColumns(fields: readonly QueueField[]): Column[] {
  const taken = new Set([...ITEM_COLUMNS, ...ANSWER_COLUMNS, ...DECISION_COLUMNS].map(({ name }) => name));
  const nameOf = ({ ref, name }: QueueField) =>
    taken.has(name) || name.startsWith(DECIDED) || name.endsWith(VERSION) ? `${name} (${ref})` : name;
  const specified = fields.filter(({ ref }) => ref !== PREFERENCE_TYPE);
  const values = specified.map((field): Column => {
    const { ref } = field;
    return { name: nameOf(field), field: "value", read: (row) => own(row.answer.values, ref) };
  });
  const versions = specified.map((field): Column => {
    const read = (row: ExportedRow) => versionOf(field, row.answer);
    return { name: nameOf(field) + VERSION, field: "version", read };
  });
  const decided = fields.map((field): Column => {
    const name = field.ref === PREFERENCE_TYPE ? "preference" : nameOf(field);
    const read = (row: ExportedRow) => (row.decision ? own(row.decision.values, field.ref) : undefined);
    return { name: DECIDED + name, field: "decided", read };
  });
  return [...ITEM_COLUMNS, ...values, ...versions, ...ANSWER_COLUMNS, ...DECISION_COLUMNS, ...decided];
}

/** The number of the version that an answer was given under. */
function versionOf({ ref, refs, versions }: QueueField, answer: ItemAnswer): unknown {
  if (own(answer.values, ref) === undefined) return undefined;
  const earlier = own(answer.earlierVersions, ref);
  return versions[refs.indexOf(typeof earlier === "string" ? earlier : ref)] ?? null;
}

function own(values: Record<string, unknown>, ref: string): unknown {
  return Object.hasOwn(values, ref) ? values[ref] : undefined;
}

const ITEM_COLUMNS: readonly Column[] = [
  { name: "queue_id", read: (row) => row.queueId },
  { name: "item_id", read: (row) => row.item.itemId },
  { name: "call_id", read: (row) => row.item.callId },
  { name: "pair_call_id", read: (row) => row.item.pairCallId },
  { name: "position", read: (row) => row.item.positionInQueue },
  { name: "thread_id", read: (row) => row.item.threadId },
  { name: "annotator_user_id", read: (row) => row.answer.annotatorUserId },
  { name: "annotator", read: (row) => row.answer.name },
  { name: "state", read: (row) => row.answer.state },
  { name: "skip_reason", read: (row) => row.answer.skipReason },
  { name: "is_flagged", read: (row) => row.answer.isFlagged },
  { name: "flag_note", read: (row) => row.answer.flagNote },
  { name: "active_ms", read: (row) => row.answer.activeMs },
  { name: "finished_at", read: (row) => row.answer.finishedAt?.toISOString() ?? null },
];

const ANSWER_COLUMNS: readonly Column[] = [
  { name: "notes", read: (row) => row.answer.notes },
  { name: "reactions", read: (row) => row.answer.reactions },
  { name: "correction", read: (row) => row.answer.correction },
  { name: "preference", read: (row) => row.answer.preference },
];

const DECISION_COLUMNS: readonly Column[] = [
  { name: "decision_method", read: (row) => row.decision?.method ?? null },
  { name: "decision_note", read: (row) => row.decision?.note ?? null },
  { name: "decision_is_gold", read: (row) => row.decision?.isGold ?? null },
  { name: "decided_by", read: (row) => row.decision?.name ?? null },
  { name: "decided_at", read: (row) => row.decision?.decidedAt.toISOString() ?? null },
];
