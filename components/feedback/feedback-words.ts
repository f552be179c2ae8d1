import { saidText, valueText } from "#components/queues/fields/said-values.ts";
import { type AnnotationField, fieldOfVersion } from "#components/queues/parts/annotation-field.ts";
import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";
import { ANNOTATION_PREFIX, feedbackName, feedbackValue } from "./sort-feedback.ts";

export type FeedbackWords = { name: string; value: unknown };

/**
 * What feedback says, as people read it: an annotation by the words of its question and of the answer, `fields` being the project's
 * questions. Objects, and all that programs said, stay as they are.
 */
export function feedbackWords(row: FeedbackRow, fields: readonly AnnotationField[]): FeedbackWords {
  const name = feedbackName(row.feedback_type);
  const value = feedbackValue(row);
  if (!row.feedback_type.startsWith(ANNOTATION_PREFIX)) return { name, value };
  const field =
    fieldOfVersion(fields, row.annotation_ref) ?? fields.find(({ objectId }) => objectId === name);
  if (!field) return { name, value: typeof value === "boolean" ? valueText(value) : value };
  const isTree = typeof value === "object" && value !== null && !Array.isArray(value);
  return { name: field.name, value: isTree || value === null ? value : saidText(field, value) };
}
