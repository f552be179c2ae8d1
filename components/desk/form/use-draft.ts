"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type DeskPlace, ownFeedbackQuery } from "#components/desk/state/desk-queries.ts";
import { type DeskState, type Held, recordOf } from "#components/desk/state/desk-state.ts";
import { type Draft, draftFrom, emptyDraft } from "#components/desk/state/draft.ts";
import { withDefaults } from "#components/desk/state/field-conditions.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { FieldRule } from "#lib/contract/annotation/field-rules.ts";
import { asAskedNow } from "./field-versions.ts";

type Asking = {
  held: Held | null;
  fields: readonly AnnotationField[];
  rules: readonly FieldRule[];
  state: DeskState;
};

/** The draft of an item: as it stands at this desk, else as the server has it. Null while that loads. */
export function useDraft(place: DeskPlace, { held, fields, rules, state }: Asking) {
  const id = held?.item.id ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new item starts with a new draft.
  const fresh = useMemo(() => withDefaults(emptyDraft(), fields, rules), [id, fields, rules]);
  const known = recordOf(state, id).draft;
  const isElsewhere = held !== null && !known && mayHaveAnswers(held);
  const stored = useQuery({ ...ownFeedbackQuery(place, held?.item.callId ?? ""), enabled: isElsewhere });
  const shown = useMemo(
    () => (stored.data && held ? draftFrom(stored.data, held.own, fields) : null),
    [stored.data, held, fields],
  );
  const kept = useMemo(() => known && asAskedNow(known, fields), [known, fields]);
  const draft: Draft | null = kept ?? (isElsewhere ? shown : fresh);
  return {
    draft,
    error: isElsewhere && !stored.data ? stored.error : null,
    retry: () => void stored.refetch(),
  };
}

/** Whether the server may have something that the annotator said. */
export function mayHaveAnswers({ item, own }: Held): boolean {
  return own.revision > 0 || item.myAnnotationState !== "unstarted";
}
