"use client";

import { Trash2 } from "lucide-react";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";
import type { FeedbackActs } from "./feedback-acts.ts";
import { useFeedbackWords, type WordsOf } from "./use-feedback-words.ts";

/** Annotations and scores: what was asked, what was answered, by whom. */
export function FeedbackValues({ rows, acts }: { rows: readonly FeedbackRow[]; acts: FeedbackActs }) {
  const wordsOf = useFeedbackWords();
  return (
    <section aria-label="Annotations and scores" className="flex min-w-0 flex-col gap-2">
      <h3 className="text-muted text-xs">Annotations and scores</h3>
      {rows.length === 0 ? (
        <p className="text-faint">None yet. They come from annotation queues and programs.</p>
      ) : (
        <ul className="min-w-0 rounded-md border border-line">
          {rows.map((row) => (
            <Value key={row.id} row={row} acts={acts} wordsOf={wordsOf} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Value({ row, acts, wordsOf }: { row: FeedbackRow; acts: FeedbackActs; wordsOf: WordsOf }) {
  const { name, value } = wordsOf(row);
  const isPlain = value === null || typeof value !== "object";
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-2 last:border-b-0">
      <span title={row.feedback_type} className="w-36 min-w-0 truncate font-medium">
        {name}
      </span>
      <span className="min-w-0 flex-1 whitespace-pre-wrap break-words">{isPlain ? String(value) : null}</span>
      <span className="flex max-w-48 shrink-0 items-center gap-2 text-faint text-xs">
        <span className="min-w-0 truncate">{acts.isMine(row) ? "You" : (row.creator ?? "Someone")}</span>
        <Time value={row.created_at} className="shrink-0" />
      </span>
      {acts.canRemove(row) ? (
        <IconButton
          size="sm"
          label={`Remove ${name} of ${acts.isMine(row) ? "yours" : (row.creator ?? "someone")}`}
          icon={<Trash2 />}
          onClick={() => acts.remove(row)}
          className="-mr-1.5"
        />
      ) : null}
      {isPlain ? null : (
        <JsonTree value={value} label={`Value of ${name}`} className="w-full border border-line" />
      )}
    </li>
  );
}
