"use client";

import { useState } from "react";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { changedFields } from "./field-versions.ts";

export type FieldNews = { changes: ReturnType<typeof changedFields>; markRead: () => void };

/** Which questions a lead changed since the desk was opened, or since the annotator last said that they had read that. */
export function useFieldNews(fields: readonly AnnotationField[]): FieldNews {
  const [read, setRead] = useState(fields);
  return { changes: changedFields(read, fields), markRead: () => setRead(fields) };
}
