"use client";

import { useQuery } from "@tanstack/react-query";
import { type DeskPlace, deskKey, ownFeedbackQuery, work } from "#components/desk/state/desk-queries.ts";
import type { Held } from "#components/desk/state/desk-state.ts";
import { type Draft, draftFrom, takenOver } from "#components/desk/state/draft.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { TwoAnswers } from "./two-answers.tsx";

type StaleDialogProps = {
  place: DeskPlace;
  fields: readonly AnnotationField[];
  held: Held;
  /** What is said here; null while that is not known. */
  draft: Draft | null;
  onChosen: (newest: Held, chosen: Draft) => void;
  onClose: () => void;
};

/** Shows an answer and a newer one by the same person from another tab or device, and lets them choose one. */
export function StaleDialog({ place, fields, held, draft, onChosen, onClose }: StaleDialogProps) {
  const theirs = useQuery({
    queryKey: [...deskKey(place), "theirs", held.item.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal, client }) => {
      const rows = await client.fetchQuery({ ...ownFeedbackQuery(place, held.item.callId), staleTime: 0 });
      signal.throwIfAborted();
      const newest = await work(place, held.item.id);
      const storedAt = rows.at(-1)?.created_at ?? null;
      return { held: newest, storedAt, draft: draftFrom(rows, newest.own, fields) };
    },
  });
  const newer = theirs.data;
  const keepHere = () => {
    if (!newer || !draft) return;
    onChosen(newer.held, takenOver(draft, newer.draft));
    toast({ title: "Submit to keep what is here", detail: "Until then your newer answer stands." });
  };
  return (
    <TwoAnswers
      fields={fields}
      here={draft}
      newer={newer ?? null}
      error={theirs.error ? <QueryError title="The newer answer could not be loaded" query={theirs} /> : null}
      onKeep={keepHere}
      onTake={() => newer && onChosen(newer.held, newer.draft)}
      onClose={onClose}
    />
  );
}
