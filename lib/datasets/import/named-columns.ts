import { type Columns, faultOfColumns, lackOfColumns } from "./columns.ts";

/** A reference with what the columns of its rows are: `…/object/talks:v0?prompt=question&completion=answer`. */
export function withNamedColumns(ref: string, columns: Columns): string {
  return `${ref}?${new URLSearchParams(columns)}`;
}

/** `fault` says why the columns cannot be read so. */
export type NamedColumns = { ref: string; columns: Columns | null; fault: string | null };

/** The reference itself, and what is said of its columns; null where that is nothing. */
export function namedColumnsIn(text: string): NamedColumns {
  const at = text.indexOf("?");
  if (at < 0) return { ref: text, columns: null, fault: null };
  const columns: Columns = Object.fromEntries(new URLSearchParams(text.slice(at + 1)));
  return { ref: text.slice(0, at), columns, fault: faultOfColumns(columns) ?? lackOfColumns(columns) };
}
