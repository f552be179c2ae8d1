"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { callQuery } from "#components/calls/parts/call-queries.ts";
import { type Marks, MarksProvider } from "#components/conversation/marks-context.ts";
import { useProject } from "#components/project/project-context.tsx";
import { optionsOfInput } from "#components/queues/parts/annotation-field.ts";
import { spansOfValue } from "#components/queues/parts/field-spans.ts";
import { marksOf, type PassageMark } from "#components/queues/passages/passage-marks.ts";
import type { ItemAnswer } from "#lib/contract/annotation/queue-lead.ts";
import type { QueueItem } from "#lib/contract/annotation/queues.ts";
import { type Span, spanKey, spanStands } from "#lib/contract/annotation/spans.ts";
import { type AskedField, saidValue } from "./said-values.ts";

/** Somebody's answer, with the name that identifies its marks. */
export type Marker = { by: string; answer: ItemAnswer };

type AnsweredMarksProps = {
  item: QueueItem;
  asked: readonly AskedField[];
  markers: readonly Marker[];
  /** The reader's own marks, which are shown in their place; null where nobody marks. */
  own?: Marks | null;
  children: ReactNode;
};

const StandsContext = createContext<((span: Span) => boolean) | null>(null);

/** Whether a passage still is what the text says; null where the text is not known. */
export function useStands(): ((span: Span) => boolean) | null {
  return useContext(StandsContext);
}

/** The passages that people marked, over each other in the item's call; who marked the same stand together. */
export function AnsweredMarks({ item, asked, markers, own = null, children }: AnsweredMarksProps) {
  const { projectId } = useProject();
  const isAsked = asked.some(({ input }) => input?.kind === "spans");
  const { data: call } = useQuery({ ...callQuery(projectId, item.callId), enabled: isAsked });
  const shown = useMemo(() => asked.flatMap((field) => marksIn(field, markers)), [asked, markers]);
  const marks = useMemo((): Marks | null => {
    if (shown.length === 0) return null;
    const stands = (text: string, { start, end, quote }: Span) => text.slice(start, end) === quote;
    return {
      of: (path, text) => shown.filter(({ span }) => span.path === path && stands(text, span)),
      marking: null,
    };
  }, [shown]);
  const stands = useMemo(
    () => (call ? (span: Span) => spanStands({ inputs: call.inputs, output: call.output }, span) : null),
    [call],
  );
  return (
    <StandsContext value={stands}>
      <MarksProvider value={own ?? marks}>{children}</MarksProvider>
    </StandsContext>
  );
}

function marksIn({ ref, input }: AskedField, markers: readonly Marker[]): PassageMark[] {
  if (input?.kind !== "spans") return [];
  const said = markers.flatMap(({ by, answer }) =>
    spansOfValue(saidValue(answer, ref)).map((span) => ({ by, span })),
  );
  return [...Map.groupBy(said, ({ span }) => spanKey(span)).values()].flatMap((same) =>
    marksOf(
      same.slice(0, 1).map(({ span }) => span),
      optionsOfInput(input),
      same.map(({ by }) => by).join(", "),
    ),
  );
}
