"use client";

import { useQuery } from "@tanstack/react-query";
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { callQuery } from "#components/calls/parts/call-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { AnsweredMarks } from "#components/queues/fields/answered-marks.tsx";
import { askedFields } from "#components/queues/fields/said-values.ts";
import type { ItemAnswers } from "#components/queues/items/queries/item-queries.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { MarkingArea, useMarking } from "#components/queues/passages/marking.tsx";
import type { QueueItem } from "#lib/contract/annotation/queues.ts";
import { letteredAnswers } from "./letters.ts";

/** What a lead is writing, so that its passages can be marked in the call beside the form. */
type Writing = {
  fields: readonly AnnotationField[];
  texts: { readonly [ref: string]: string };
  onText: (ref: string, text: string) => void;
};

const WritingContext = createContext<((writing: Writing | null) => void) | null>(null);

/** Opens the call to the marks of a form, for as long as the form is there. */
export function useMarkedForm({ fields, texts, onText }: Writing): void {
  const publish = useContext(WritingContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked and how it is written follow from the texts.
  useEffect(() => publish?.({ fields, texts, onText }), [publish, texts]);
  useEffect(() => () => publish?.(null), [publish]);
}

type MarkedItemProps = {
  item: QueueItem;
  said: ItemAnswers;
  fields: readonly AnnotationField[];
  children: ReactNode;
};

const NOTHING: Writing = { fields: [], texts: {}, onText: () => {} };

/** An item with the passages that were marked in it under the letters of their answers, or with those that the lead marks. */
export function MarkedItem({ item, said, fields, children }: MarkedItemProps) {
  const { projectId } = useProject();
  const queue = useQueue();
  const [writing, setWriting] = useState<Writing | null>(null);
  const call = useQuery(callQuery(projectId, item.callId));
  const asked = useMemo(() => askedFields(queue.kind, fields), [queue.kind, fields]);
  const markers = useMemo(
    () => letteredAnswers(said.answers).map(({ letter, answer }) => ({ by: letter, answer })),
    [said.answers],
  );
  const { fields: own, texts, onText } = writing ?? NOTHING;
  return (
    <WritingContext value={setWriting}>
      <MarkingArea
        about={item.id}
        fields={own}
        textOf={(ref) => texts[ref] ?? ""}
        onText={onText}
        call={call.data}
        show={null}
        caretKey={null}
      >
        <Marked item={item} asked={asked} markers={markers}>
          {children}
        </Marked>
      </MarkingArea>
    </WritingContext>
  );
}

/** Who writes an own answer sees its marks in the place of the others'. */
function Marked(props: ComponentProps<typeof AnsweredMarks>) {
  const marking = useMarking();
  return <AnsweredMarks {...props} own={marking?.marks ?? null} />;
}
