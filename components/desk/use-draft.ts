"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { AnnotationField } from "#components/queues/annotation-field.ts";
import { ownFeedbackQuery } from "./desk-queries.ts";
import type { DeskItem, DeskState } from "./desk-state.ts";
import { type Draft, draftOf, emptyDraft } from "./draft.ts";
import { type DraftPlace, keepDraft, keptDraft } from "./draft-store.ts";

/** The draft of an item: as it stands at this desk, else as this tab kept it, else as the server has it. */
export function useDraft(
  place: DraftPlace,
  { item, fields, state }: { item: DeskItem | null; fields: readonly AnnotationField[]; state: DeskState },
) {
  useKeptDrafts(place, state.drafts);
  const id = item?.id ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new item starts with a new empty draft.
  const fresh = useMemo(emptyDraft, [id]);
  const known = state.drafts[id];
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each item; from then on the desk has it.
  const kept = useMemo(() => (id ? keptDraft(place, id) : null), [id]);
  const mayBeStored = item !== null && item.myAnnotationState !== "unstarted" && !known && !kept;
  const stored = useQuery({
    ...ownFeedbackQuery(place, item?.callId ?? "", place.userId),
    enabled: mayBeStored,
  });
  const shown = useMemo(() => (stored.data ? draftOf(stored.data, fields) : null), [stored.data, fields]);
  return {
    draft: known ?? kept ?? (mayBeStored ? shown : fresh),
    error: mayBeStored && !stored.data ? stored.error : null,
    retry: () => void stored.refetch(),
  };
}

/** Writes every changed draft where a reload finds it. */
function useKeptDrafts(place: DraftPlace, drafts: { readonly [itemId: string]: Draft }): void {
  const written = useRef<{ readonly [itemId: string]: Draft }>({});
  useEffect(() => {
    for (const [itemId, draft] of Object.entries(drafts))
      if (written.current[itemId] !== draft) keepDraft(place, itemId, draft);
    written.current = drafts;
  }, [place, drafts]);
}
