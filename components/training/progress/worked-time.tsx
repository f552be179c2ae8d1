import { formatDuration } from "#components/ui/text/format.ts";

type WorkedTimeProps = { workedMs: number | null; waitedMs: number };

/** In one unit: beside it stands what counts. */
function briefly(ms: number): string {
  return ms < 60_000 ? `${Math.floor(ms / 1_000)} s` : formatDuration(ms).split(" ").slice(0, 2).join(" ");
}

/** How long a job worked, and beside it how long it waited in between, where it did. */
export function WorkedTime({ workedMs, waitedMs }: WorkedTimeProps) {
  const worked = formatDuration(workedMs);
  if (waitedMs < 1_000) return worked;
  const waited = formatDuration(waitedMs);
  return (
    <span title={`Worked for ${worked}, waited for ${waited} in between`}>
      {worked} <span className="text-muted text-xs">+ {briefly(waitedMs)} wait</span>
    </span>
  );
}
