import { Button } from "#components/ui/button/button.tsx";
import { Spinner } from "#components/ui/button/spinner.tsx";
import type { PaletteFinding } from "./palette-command.ts";

type PaletteStatusProps = { text: string; finding: PaletteFinding | null; isEmpty: boolean };

/** How far the looking is, at the foot of the list; nothing where the list says it all. */
export function PaletteStatus({ text, finding, isEmpty }: PaletteStatusProps) {
  const failure = typeof finding?.state === "object" ? finding.state : null;
  const isLooking = finding !== null && (finding.state === "looking" || finding.text !== text);
  return (
    <div role="status" className="break-words text-muted text-sm">
      {failure && !isLooking ? (
        <div className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-2 text-danger-ink">
          <p className="min-w-0 flex-1">Names and ids could not be searched. {failure.error}</p>
          <Button size="sm" onClick={failure.retry}>
            Try again
          </Button>
        </div>
      ) : null}
      {isLooking && text !== "" ? (
        <p className="flex items-center gap-2 border-line border-t px-3 py-2">
          <Spinner className="size-3.5 shrink-0" />
          <span className="min-w-0 truncate">Looking for “{text}”…</span>
        </p>
      ) : null}
      {isEmpty && !isLooking && !failure ? <Nothing text={text} hasFinder={finding !== null} /> : null}
    </div>
  );
}

function Nothing({ text, hasFinder }: { text: string; hasFinder: boolean }) {
  return (
    <p className="px-3 py-8 text-center">
      Nothing found for “{text}”
      {hasFinder
        ? ". Search queues, models and jobs by any part of their name, threads and calls by their id."
        : "."}
    </p>
  );
}
