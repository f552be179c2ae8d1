import type { WordsOf } from "#components/feedback/use-feedback-words.ts";
import { Time } from "#components/ui/button/time.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";

const MAX_SHOWN = 200;

/** The author of feedback, as the reader knows them. */
export type WhoOf = (row: FeedbackRow) => string;

/** The ids of sortable columns are the fields that the service sorts by. */
export function feedbackColumns(whoOf: WhoOf, wordsOf: WordsOf): readonly DataTableColumn<FeedbackRow>[] {
  return [
    {
      id: "feedback_type",
      header: "What",
      width: "md",
      sortable: true,
      cell: (row) => {
        const { name } = wordsOf(row);
        return (
          <span title={name === row.feedback_type ? name : `${name} (${row.feedback_type})`}>{name}</span>
        );
      },
    },
    {
      id: "payload",
      header: "Value",
      width: "fill",
      cell: (row) => <span className="text-muted">{lineText(row, wordsOf)}</span>,
    },
    {
      id: "wb_user_id",
      header: "Who",
      width: "sm",
      sortable: true,
      cell: whoOf,
    },
    {
      id: "created_at",
      header: "When",
      width: "sm",
      align: "end",
      sortable: true,
      cell: ({ created_at: at }) => <Time value={at} className="text-muted" />,
    },
  ];
}

/** A value on one line. */
export function lineText(row: FeedbackRow, wordsOf: WordsOf): string {
  const { emoji, note, text } = row.payload;
  const plain = [emoji, note, text].find((one) => typeof one === "string");
  const value = plain ?? wordsOf(row).value;
  const line = typeof value === "string" ? value : JSON.stringify(value);
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}
