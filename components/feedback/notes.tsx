"use client";

import { Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import { type FeedbackRow, MAX_NOTE_CHARACTERS } from "#lib/contract/traces/feedback.ts";
import type { FeedbackActs } from "./feedback-acts.ts";

/** Notes in the order in which they were written, and a field for one's own. */
export function Notes({ notes, acts }: { notes: readonly FeedbackRow[]; acts: FeedbackActs }) {
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
