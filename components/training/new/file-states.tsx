import { Button } from "#components/ui/button/button.tsx";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { LineFault } from "./file-faults.ts";

/** A file on its way, and then being read. */
export function Uploading({ name, share, onCancel }: { name: string; share: number; onCancel: () => void }) {
  const percent = Math.floor(share * 100);
  const doing = share < 1 ? `Uploading ${name}, ${percent} %` : `Checking each line of ${name}`;
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line p-3">
      <div className="flex min-w-0 items-center gap-2">
        <p className="min-w-0 flex-1 truncate text-sm">{doing}</p>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Stop
        </Button>
      </div>
      <ProgressBar label={doing} total={100} segments={[{ value: percent, tone: "accent" }]} />
    </div>
  );
}

/** Which lines kept a file out, and why. */
export function LineFaults({ names, faults }: { names: readonly string[]; faults: readonly LineFault[] }) {
  return (
    <div role="alert" className="rounded-md bg-danger-tint p-3 text-danger-ink text-sm">
      <p className="break-words font-medium">
        {rejectedWords(names)} {countOf(faults.length, "line")} must be corrected first.
      </p>
      <ul
        aria-label="Lines with errors"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="mt-1 max-h-48 overflow-y-auto"
      >
        {faults.map(({ line, text }) => (
          <li key={line} className="flex gap-2 py-0.5">
            <span className="shrink-0 font-mono text-xs leading-5">Line {formatCount(line)}</span>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function rejectedWords(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]} was rejected:` : `${countOf(names.length, "file")} were rejected:`;
}
