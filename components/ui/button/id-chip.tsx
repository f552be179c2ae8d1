"use client";

import clsx from "clsx";
import { Check, Copy } from "lucide-react";
import { cutMiddle } from "#components/ui/text/format.ts";
import { useCopy } from "#components/ui/use-copy.ts";

type IdChipProps = {
  id: string;
  /** What kind of id it is, for its spoken name: `thread id`. */
  kind: string;
  /** How many characters stay; the middle goes first. */
  keep?: number;
  className?: string;
};

/** An id in monospace with its middle cut; a click copies the whole. */
export function IdChip({ id, kind, keep = 12, className }: IdChipProps) {
  const { copied, copy } = useCopy();
  return (
    <button
      type="button"
      title={id}
      onClick={() => copy(id)}
      className={clsx(
        "group inline-flex max-w-full items-center gap-1 rounded-sm px-1 py-0.5 font-mono text-muted text-xs transition-colors hover:bg-hover hover:text-ink",
        className,
      )}
    >
      <span className="sr-only">
        {copied ? "Copied" : "Copy"} {kind}{" "}
      </span>
      <span className="truncate">{cutMiddle(id, keep)}</span>
      {copied ? (
        <Check aria-hidden="true" className="size-3 shrink-0 text-success-ink" />
      ) : (
        <Copy
          aria-hidden="true"
          className="size-3 shrink-0 opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      )}
    </button>
  );
}
