import type { Call } from "#lib/contract/traces/call-fields.ts";
import { opLabel } from "#lib/contract/traces/op-label.ts";

export const CALL_STATUSES = ["success", "error", "descendant_error", "running"] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

export const STATUS_LABELS: { [S in CallStatus]: string } = {
  success: "Success",
  error: "Error",
  running: "Running",
  descendant_error: "Error below",
};

function derivedOf({ summary }: Pick<Call, "summary">): Record<string, unknown> {
  const weave = summary?.weave;
  // The service writes this object itself.
  return typeof weave === "object" && weave !== null ? (weave as Record<string, unknown>) : {};
}

export function statusOf(call: Pick<Call, "summary">): CallStatus {
  const { status } = derivedOf(call);
  return status === "error" || status === "running" || status === "descendant_error" ? status : "success";
}

/** When it started; null if its source has no date. */
export function startOf(call: Pick<Call, "summary" | "startedAt">): string | null {
  const { not_in_source: untold } = derivedOf(call);
  return Array.isArray(untold) && untold.includes("date") ? null : call.startedAt;
}

/** In ms; null while the call runs, and if its source has no duration. */
export function durationOf(call: Pick<Call, "summary">): number | null {
  const { latency_ms: durationMs } = derivedOf(call);
  return typeof durationMs === "number" ? durationMs : null;
}

/** The name that people know the call by. */
export function callName(call: Pick<Call, "opName" | "displayName">): string {
  return call.displayName || opLabel(call.opName);
}
