import { textChanges } from "#components/ui/text/text-changes.ts";
import { ChangedText } from "#components/ui/view/changed-text.tsx";

/** What a correction changes, word by word. */
export function CorrectionDiff({ before, after }: { before: string; after: string }) {
  const changes = textChanges(before, after);
  if (changes.every(({ kind }) => kind === "same"))
    return <p className="text-muted text-xs">No changes yet.</p>;
  return (
    <p
      data-reading
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-80 overflow-y-auto whitespace-pre-wrap break-words rounded-md border border-line bg-sunken px-2.5 py-1.5"
    >
      <ChangedText changes={changes} />
    </p>
  );
}
