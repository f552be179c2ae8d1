import type { TextChange } from "#components/ui/text/text-changes.ts";

/** A text with what was taken from it and put into it. Strokes and underlines say it without the colours. */
export function ChangedText({ changes }: { changes: readonly TextChange[] }) {
  return changes.map(({ kind, text }, at) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: changes have no identity but their order.
    if (kind === "same") return <span key={at}>{text}</span>;
    return kind === "added" ? (
      <ins
        key={at}
        className="rounded-xs bg-success-tint text-success-ink underline decoration-1 underline-offset-2"
      >
        {text}
      </ins>
    ) : (
      <del key={at} className="rounded-xs bg-danger-tint text-danger-ink line-through">
        {text}
      </del>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: changes have no identity but their order.
  });
}
