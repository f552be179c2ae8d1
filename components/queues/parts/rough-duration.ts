import { formatDuration } from "#components/ui/text/format.ts";

const MINUTE_MS = 60_000;

/** A forecast, which pretends to no seconds: `1 h 8 min`, at least a minute. */
export function roughDuration(durationMs: number): string {
  return formatDuration(Math.max(1, Math.round(durationMs / MINUTE_MS)) * MINUTE_MS);
}
