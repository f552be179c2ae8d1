"use client";

import { TriangleAlert } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { type Revealed, useRevealed } from "#components/ui/mount/reveal.tsx";
import { countOf, formatBytes } from "#components/ui/text/format.ts";
import type { JsonKind, JsonRow } from "#components/ui/text/json-rows.ts";
import { visibleText } from "#components/ui/text/visible-text.ts";

const FOLDED_CHARS = 400;

const COLORS: { [K in JsonKind]: string } = {
  object: "text-faint",
  array: "text-faint",
  string: "text-ink",
  number: "text-accent-ink",
  boolean: "text-accent-ink",
  null: "text-faint",
};

type JsonLineProps = { row: JsonRow; anchor?: string | undefined; remark?: string | undefined };

/** The name and the value of one line. Long strings are folded until they are asked for. */
export function JsonLine({ row, anchor, remark }: JsonLineProps) {
  return (
    <span className="min-w-0 flex-1 py-[3px] leading-4">
      {row.name === null ? null : (
        <span className="text-muted">
          <span data-anchor={anchor && `${anchor}${NAME_OF}`} data-from={0}>
            {visibleText(row.name)}
          </span>
          :{" "}
        </span>
      )}
      <span className={COLORS[row.kind]}>
        <JsonValue row={row} anchor={anchor && `${anchor}${VALUE_OF}`} />
      </span>
      {remark ? (
        <span className="ml-2 inline-flex items-center gap-1 rounded-sm bg-warning-tint px-1 font-sans text-warning-ink">
          <TriangleAlert aria-hidden="true" className="size-3 shrink-0" />
          {remark}
        </span>
      ) : null}
    </span>
  );
}

/** Suffixes to the place of a line, for its name and for its plain value. */
export const NAME_OF = "#name";
export const VALUE_OF = "#value";

type JsonValueProps = { row: JsonRow; anchor: string | undefined };

function JsonValue({ row, anchor }: JsonValueProps) {
  if (row.kind === "object") return row.isOpen ? "{" : `{ ${countOf(row.childCount, "field")} }`;
  if (row.kind === "array") return row.isOpen ? "[" : `[ ${countOf(row.childCount, "item")} ]`;
  if (typeof row.value === "string") return <JsonString text={row.value} anchor={anchor} />;
  return (
    <span data-anchor={anchor} data-from={0}>
      {String(row.value ?? null)}
    </span>
  );
}

/** How much more of a long string each click shows. */
const STEP_CHARS = 20_000;

function JsonString({ text, anchor }: { text: string; anchor: string | undefined }) {
  const revealed = useRevealed(anchor);
  const [shown, setShown] = useState({ from: 0, to: FOLDED_CHARS, stamp: 0 });
  if (revealed && revealed.stamp !== shown.stamp) setShown(around(revealed, shown));
  const { from, to } = shown;
  return (
    <span className="whitespace-pre-wrap break-words">
      “
      {from > 0 ? (
        <Fold onOpen={() => setShown({ ...shown, from: Math.max(0, from - STEP_CHARS) })}>
          … show earlier
        </Fold>
      ) : null}
      <span data-anchor={anchor} data-from={from}>
        {visibleText(text.slice(from, to))}
      </span>
      ”
      {to < text.length ? (
        <Fold onOpen={() => setShown({ ...shown, to: to + STEP_CHARS })}>
          {text.length - to <= STEP_CHARS ? "… show all" : "… show more of"} {formatBytes(text.length)}
        </Fold>
      ) : null}
    </span>
  );
}

/** Also a string of megabytes is opened only where something in it is asked for. */
function around({ offset, stamp }: Revealed, { from, to }: { from: number; to: number }) {
  if (offset === null || (offset >= from && offset < to)) return { from, to, stamp };
  const isNear = offset >= to && offset - to < STEP_CHARS;
  return { from: isNear ? from : Math.max(0, offset - FOLDED_CHARS), to: offset + 2 * FOLDED_CHARS, stamp };
}

function Fold({ children, onOpen }: { children: ReactNode; onOpen: () => void }) {
  const open = (event: MouseEvent) => {
    event.stopPropagation();
    onOpen();
  };
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={open}
      className="mx-1 rounded-sm px-1 text-accent-ink underline underline-offset-2"
    >
      {children}
    </button>
  );
}
