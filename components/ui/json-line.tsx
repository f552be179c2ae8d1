"use client";

import { type MouseEvent, useState } from "react";
import { countOf, formatBytes } from "./format.ts";
import type { JsonKind, JsonRow } from "./json-rows.ts";

const FOLDED_CHARS = 400;

const COLORS: { [K in JsonKind]: string } = {
  object: "text-faint",
  array: "text-faint",
  string: "text-ink",
  number: "text-accent-ink",
  boolean: "text-accent-ink",
  null: "text-faint",
};

/** The name and the value of one line. Long strings are folded until they are asked for. */
export function JsonLine({ row }: { row: JsonRow }) {
  return (
    <span className="min-w-0 flex-1 py-[3px] leading-4">
      {row.name === null ? null : <span className="text-muted">{row.name}: </span>}
      <span className={COLORS[row.kind]}>
        <JsonValue row={row} />
      </span>
    </span>
  );
}

function JsonValue({ row }: { row: JsonRow }) {
  if (row.kind === "object") return row.isOpen ? "{" : `{ ${countOf(row.childCount, "field")} }`;
  if (row.kind === "array") return row.isOpen ? "[" : `[ ${countOf(row.childCount, "item")} ]`;
  if (typeof row.value === "string") return <JsonString text={row.value} />;
  return String(row.value ?? null);
}

function JsonString({ text }: { text: string }) {
  const [isFolded, setFolded] = useState(text.length > FOLDED_CHARS);
  const unfold = (event: MouseEvent) => {
    event.stopPropagation();
    setFolded(false);
  };
  return (
    <span className="whitespace-pre-wrap break-words">
      “{isFolded ? text.slice(0, FOLDED_CHARS) : text}”
      {isFolded ? (
        <button
          type="button"
          tabIndex={-1}
          onClick={unfold}
          className="ml-1 rounded-sm px-1 text-accent-ink underline underline-offset-2"
        >
          … show all {formatBytes(text.length)}
        </button>
      ) : null}
    </span>
  );
}
