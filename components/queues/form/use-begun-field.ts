"use client";

import { useState } from "react";
import { type FieldFormDraft, isUnfinished } from "#components/queues/fields/field-draft.ts";

const UNFINISHED = "This question is not part of the queue yet: create it or discard it.";

export type BegunField = ReturnType<typeof useBegunField>;

/** The new question that is being written in the form of a queue. The form is not sent without it unless it is discarded. */
export function useBegunField(onChanged: (isUnfinished: boolean) => void) {
  const [field, setField] = useState<FieldFormDraft | null>(null);
  const [isStopped, setStopped] = useState(false);
  const isBegun = field !== null && isUnfinished(field);
  return {
    field,
    isUnfinished: isBegun,
    /** Said only once the form was to be sent. */
    problem: isStopped && isBegun ? UNFINISHED : null,
    write: (next: FieldFormDraft | null) => {
      setField(next);
      if (next === null) setStopped(false);
      onChanged(next !== null && isUnfinished(next));
    },
    /** The form is to be sent: whether the question keeps it from that. */
    stops: () => {
      setStopped(isBegun);
      return isBegun;
    },
  };
}
