"use client";

import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableProps } from "#components/ui/table/data-table-types.ts";
import { useMediaQuery } from "#components/ui/use-platform.ts";
import { WORDS } from "./words-column.tsx";

/** A table with the words of calls: a phone has the room for them below each other, where rows are tall. */
export function WordsTable<Row>(props: DataTableProps<Row>) {
  const isPhone = useMediaQuery("(width < 48rem)");
  const isTall = isPhone && props.columns.some(({ id }) => id === WORDS);
  // The places of rows are counted by their height, so that another height is another table.
  return <DataTable key={String(isTall)} {...props} isTall={isTall} />;
}
