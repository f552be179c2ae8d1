import { roughDuration } from "#components/queues/parts/rough-duration.ts";
import { formatDuration } from "#components/ui/text/format.ts";
import type { QueuedJob } from "#lib/contract/training/training-queue.ts";

const EXACT_SECONDS = 600;

/** As much as an estimate knows: whole seconds, and none beside many minutes. */
export function inWords(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return seconds < EXACT_SECONDS ? formatDuration(seconds * 1_000) : roughDuration(seconds * 1_000);
}

/** An estimate that was made some time ago, as it stands now: `about 12 min`, and between what. */
export function leftWords(
  ends: NonNullable<QueuedJob["ends"]>,
  { readAt, now }: { readAt: number; now: Date },
): { about: string; range: string } {
  const passed = Math.max(0, (now.getTime() - readAt) / 1_000);
  const [estimate, low, high] = [ends.estimate, ends.low, ends.high].map((seconds) =>
    inWords(Math.max(1, seconds - passed)),
  );
  return { about: `about ${estimate}`, range: low === high ? "" : `${low}–${high}` };
}
