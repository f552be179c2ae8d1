import { CallStartOfPath, CompleteCall } from "#lib/contract/traces/call-fields.ts";
import { CALL_TABLE } from "#lib/contract/traces/call-months.ts";
import * as z from "#lib/contract/zod.ts";
import type { Outcome } from "#lib/traces/import/file-record.ts";

export type Row = Record<string, unknown>;

/** A row of exported calls as the call that it was; one without an end is one that was running. */
export function rowCall(row: Row): Outcome {
  let call: Row;
  try {
    call = Object.fromEntries(
      Object.entries(row).flatMap(([name, cell]) => {
        const value = cellValue(name, cell);
        return value === null || value === undefined ? [] : [[name, value]];
      }),
    );
  } catch {
    return { calls: null, reason: "one of its documents is not JSON" };
  }
  const { id } = call;
  if (typeof id !== "string") return { calls: null, reason: "it has no id" };
  const read =
    call.ended_at === undefined ? z.safeDecode(CallStartOfPath, call) : z.safeDecode(CompleteCall, call);
  if (read.success) return { calls: [{ ...read.data, id }] };
  const [issue] = read.error.issues;
  return {
    calls: null,
    reason: `it is not a call: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim(),
  };
}

const DOCUMENTS: readonly string[] = CALL_TABLE.documents;

function cellValue(name: string, cell: unknown): unknown {
  if (typeof cell === "bigint") return Number(cell);
  if (cell instanceof Date) return cell.toISOString();
  return DOCUMENTS.includes(name) && typeof cell === "string" ? JSON.parse(cell) : cell;
}
