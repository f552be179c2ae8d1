"use client";

import { formatCount } from "#components/ui/text/format.ts";
import type { RowExample } from "#lib/contract/training/training-data.ts";

type Example = RowExample;

type MaskedExampleProps = {
  example: Example;
  /** What it is, where a line has several. */
  title?: string;
};

/** A row as the model reads it, token by token: what is learned is marked. */
export function MaskedExample({ example: { line, tokens, tokenCount, isCut }, title }: MaskedExampleProps) {
  const learned = tokens.filter(({ isTrained }) => isTrained).length;
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm">
        {title === undefined ? "Line" : `${title}: line`} {formatCount(line)} as the model reads it{" "}
        <span className="text-muted text-xs">
          {formatCount(tokenCount)} tokens,{" "}
          <mark className="bg-accent-tint text-accent-ink underline">underlined</mark> tokens are{" "}
          {title === undefined ? "learned" : "compared"}
          {isCut ? ` (the first ${formatCount(tokens.length)} shown)` : ""}
        </span>
      </figcaption>
      <p className="sr-only">
        {formatCount(learned)} of {formatCount(tokens.length)} shown tokens are{" "}
        {title === undefined ? "learned" : "compared"}: {textOf(tokens, true)}
      </p>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-72 overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-sunken p-2 font-mono text-xs leading-5 -outline-offset-2"
      >
        {runsOf(tokens).map(({ text, isTrained }, at) =>
          isTrained ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: runs have no other identity.
            <mark key={at} className="rounded-xs bg-accent-tint text-accent-ink underline decoration-1">
              {text}
            </mark>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: runs have no other identity.
            <span key={at} className="text-muted">
              {text}
            </span>
          ),
        )}
      </div>
    </figure>
  );
}

type Token = Example["tokens"][number];

function textOf(tokens: readonly Token[], isTrained: boolean): string {
  return tokens
    .filter((token) => token.isTrained === isTrained)
    .map(({ text }) => text)
    .join("");
}

/** Neighbours that are learned alike, together. */
function runsOf(tokens: readonly Token[]): Token[] {
  const runs: Token[] = [];
  for (const { text, isTrained } of tokens) {
    const last = runs.at(-1);
    if (last?.isTrained === isTrained) last.text += text;
    else runs.push({ text, isTrained });
  }
  return runs;
}
