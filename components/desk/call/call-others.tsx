"use client";

import { useQuery } from "@tanstack/react-query";
import { callFeedbackQuery } from "#components/feedback/feedback-queries.ts";
import { useFeedbackWords, type WordsOf } from "#components/feedback/use-feedback-words.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";

/** What other people and programs said of the call, to read; shown only where the queue is open. */
export function CallOthers({ callId }: { callId: string }) {
  const { projectId } = useProject();
  const { userId } = useMe();
  const wordsOf = useFeedbackWords();
  const { data: rows } = useQuery(callFeedbackQuery(projectId, callId));
  const others = rows?.filter(({ wb_user_id: author }) => author !== userId) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-label="Feedback of others" className="min-w-0">
      <h3 className="mb-2 text-faint text-xs">Feedback of others</h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {others.map((row) => (
          <OtherFeedback key={row.id} row={row} wordsOf={wordsOf} />
        ))}
      </ul>
    </section>
  );
}

function OtherFeedback({ row, wordsOf }: { row: FeedbackRow; wordsOf: WordsOf }) {
  const { name, value } = wordsOf(row);
  const isPlain = value === null || typeof value !== "object";
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <span title={row.feedback_type} className="w-36 min-w-0 truncate font-medium">
        {name}
      </span>
      <span className="min-w-0 flex-1 whitespace-pre-wrap break-words">{isPlain ? String(value) : null}</span>
      <span className="flex max-w-48 shrink-0 items-center gap-2 text-faint text-xs">
        <span className="min-w-0 truncate">{row.creator ?? "Someone"}</span>
        <Time value={row.created_at} className="shrink-0" />
      </span>
      {isPlain ? null : (
        <JsonTree value={value} label={`Value of ${name}`} className="w-full border border-line" />
      )}
    </li>
  );
}
