import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { annotationFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";
import { type FeedbackWords, feedbackWords } from "./feedback-words.ts";

export type WordsOf = (row: FeedbackRow) => FeedbackWords;

/** Feedback in words, by the project's questions as soon as they are loaded. */
export function useFeedbackWords(): WordsOf {
  const { projectId } = useProject();
  const { data: fields } = useQuery(annotationFieldsQuery(projectId));
  return useCallback((row) => feedbackWords(row, fields ?? []), [fields]);
}
