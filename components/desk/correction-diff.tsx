import { changesBetween } from "./word-diff.ts";

/** What a correction changes, word by word. The strokes and underlines say it without the colours. */
export function CorrectionDiff({ before, after }: { before: string; after: string }) {
  const changes = changesBetween(before, after);
  if (changes.every(({ kind }) => kind === "same"))
    return <p className="text-muted text-xs">Nothing is changed yet.</p>;
  return (
    <p
      data-reading
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="max-h-80 overflow-y-auto whitespace-pre-wrap break-words rounded-md border border-line bg-sunken px-2.5 py-1.5"
    >
      {changes.map(({ kind, text }, i) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: changes have no identity but their order.
        if (kind === "same") return <span key={i}>{text}</span>;
        return kind === "added" ? (
          <ins key={i} className="bg-success-tint text-success-ink underline decoration-1 underline-offset-2">
            {text}
          </ins>
        ) : (
          <del key={i} className="bg-danger-tint text-danger-ink line-through">
            {text}
          </del>
        );
        // biome-ignore-end lint/suspicious/noArrayIndexKey: changes have no identity but their order.
      })}
    </p>
  );
}
