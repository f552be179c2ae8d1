"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useMemo, useState } from "react";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import { type FeedbackRow, MAX_NOTE_CHARACTERS } from "#lib/contract/traces/feedback.ts";
import { type FeedbackActs, useFeedbackActs } from "./feedback-acts.ts";
import { callFeedbackQuery } from "./feedback-queries.ts";
import { Reactions } from "./reactions.tsx";
import { sortFeedback } from "./sort-feedback.ts";
import { useFeedbackWords, type WordsOf } from "./use-feedback-words.ts";

/** What people and programs said about a call, and the reader's own reaction and note. */
export function CallFeedback({ callId }: { callId: string }) {
  const project = useProject();
  const feedback = useQuery(callFeedbackQuery(project.projectId, callId));
  const sorted = useMemo(() => sortFeedback(feedback.data ?? []), [feedback.data]);
  const acts = useFeedbackActs(callId);
  if (feedback.error && !feedback.data)
    return <QueryError title="The feedback could not be loaded" query={feedback} />;
  if (!feedback.data)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the feedback" lines={4} />
      </div>
    );
  return (
    <div className="flex min-w-0 max-w-3xl flex-col gap-6 p-4">
      {project.role === "annotator" ? (
        <p className="text-faint text-xs">
          You see your own answers. Those of others are hidden from annotators.
        </p>
      ) : null}
      <Reactions reactions={sorted.reactions} acts={acts} />
      <Notes notes={sorted.notes} acts={acts} />
      <FeedbackValues rows={sorted.values} acts={acts} />
    </div>
  );
}

/** Annotations and scores: what was asked, what was answered, by whom. */
function FeedbackValues({ rows, acts }: { rows: readonly FeedbackRow[]; acts: FeedbackActs }) {
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

/** Notes in the order in which they were written, and a field for one's own. */
function Notes({ notes, acts }: { notes: readonly FeedbackRow[]; acts: FeedbackActs }) {
  return (
    <section aria-label="Notes" className="flex min-w-0 flex-col gap-2">
      <h3 className="text-muted text-xs">Notes</h3>
      {notes.length > 0 ? (
        <ul className="flex min-w-0 flex-col gap-2">
          {notes.map((row) => (
            <Note key={row.id} row={row} acts={acts} />
          ))}
        </ul>
      ) : acts.canAdd ? null : (
        <p className="text-faint">None yet.</p>
      )}
      {acts.canAdd ? <NewNote acts={acts} /> : null}
    </section>
  );
}

function Note({ row, acts }: { row: FeedbackRow; acts: FeedbackActs }) {
  const author = row.creator ?? "Someone";
  return (
    <li className="min-w-0 rounded-md border border-line px-3 py-2">
      <div className="flex min-h-7 items-center gap-2 text-muted text-xs">
        <span className="min-w-0 truncate font-medium">{acts.isMine(row) ? "You" : author}</span>
        <Time value={row.created_at} className="shrink-0 text-faint" />
        {acts.canRemove(row) ? (
          <IconButton
            size="sm"
            label={acts.isMine(row) ? "Remove your note" : `Remove the note of ${author}`}
            icon={<Trash2 />}
            onClick={() => acts.remove(row)}
            className="-mr-1.5 ml-auto"
          />
        ) : null}
      </div>
      <p className="whitespace-pre-wrap break-words">{String(row.payload.note)}</p>
    </li>
  );
}

function NewNote({ acts }: { acts: FeedbackActs }) {
  const [text, setText] = useState("");
  const [isPending, setPending] = useState(false);
  const length = [...text.trim()].length;
  const over = length - MAX_NOTE_CHARACTERS;
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (length === 0 || over > 0 || isPending) return;
    setPending(true);
    if (await acts.add("wandb.note.1", { note: text.trim() })) setText("");
    setPending(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
  };
  return (
    <form onSubmit={send} className="flex flex-col items-start gap-2">
      <div className="w-full">
        <Field
          label="New note"
          hideLabel
          error={over > 0 ? `The note is ${formatCount(over)} characters too long.` : null}
        >
          {(control) => (
            <Textarea
              {...control}
              placeholder="Write a note about this call…"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
      </div>
      {text === "" ? null : (
        <Button type="submit" size="sm" pending={isPending} disabled={length === 0 || over > 0}>
          Add note
        </Button>
      )}
    </form>
  );
}
