import { CallWords } from "#components/calls/parts/call-words.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";

export const WORDS = "words";

type WordsOf<Row> = { callIdOf: (row: Row) => string; opOf?: (row: Row) => string };

/** What was said last in the call of a row, loaded for the rows in sight alone; stands in a `WordsTable`. */
export function wordsColumn<Row>({ callIdOf, opOf }: WordsOf<Row>): DataTableColumn<Row> {
  return {
    id: WORDS,
    header: "Words",
    width: "fill",
    cell: (row) => <CallWords callId={callIdOf(row)} op={opOf?.(row) ?? ""} />,
  };
}
