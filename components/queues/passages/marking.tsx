"use client";

import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Marks } from "#components/conversation/marks-context.ts";
import { placeCaret } from "#components/conversation/selected-passage.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { flipSpan, spansIn, withoutLastSpan } from "#components/queues/parts/field-spans.ts";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import {
  isInsideCharacter,
  MAX_QUOTED,
  markableText,
  type Span,
  spanStands,
} from "#lib/contract/annotation/spans.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { type MarkQuestion, MarkToolbar } from "./mark-toolbar.tsx";
import { marksOf } from "./passage-marks.ts";

/** What a question of passages needs to know of the texts that it is about. */
export type Marking = {
  marks: Marks;
  /** Whether the text still says what was marked. */
  stands: (span: Span) => boolean;
  /** Brings a passage into sight; null where the text is not beside the question. */
  show: ((span: Span) => void) | null;
  /** The question to which a mark goes. */
  choose: (ref: string) => void;
  /** The key that gives the text a caret, as the annotator has bound it; null where Enter on the text alone does. */
  caretKey: string | null;
};

const MarkingContext = createContext<Marking | null>(null);
const SlotContext = createContext<((slot: Element | null) => void) | null>(null);

/** Where the labels appear while something is selected: at the foot of the text. */
export function MarkSlot() {
  return <div ref={useContext(SlotContext)} className="flex shrink-0 flex-col" />;
}

/** Null where passages cannot be marked, such as in a preview. */
export function useMarking(): Marking | null {
  return useContext(MarkingContext);
}

type MarkingAreaProps = {
  /** The questions that are asked now, of whatever kind. */
  fields: readonly AnnotationField[];
  textOf: (ref: string) => string;
  onText: (ref: string, text: string) => void;
  /** Undefined while it loads, null where it is gone. */
  call: Pick<Call, "inputs" | "output"> | null | undefined;
  show: Marking["show"];
  caretKey: Marking["caretKey"];
  /** What is judged; another one has no marks to take back yet. */
  about: string;
  children: ReactNode;
};

type Change = { about: string; ref: string; text: string };

/** Ties the texts of a call to the questions that ask for passages of it. */
export function MarkingArea({
  fields,
  textOf,
  onText,
  call,
  show,
  caretKey,
  about,
  children,
}: MarkingAreaProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [caretAt, setCaretAt] = useState<string | null>(null);
  const [slot, setSlot] = useState<Element | null>(null);
  const before = useRef<Change[]>([]);
  const questions = fields.flatMap((field): MarkQuestion[] =>
    field.input.kind === "spans" ? [{ ref: field.ref, name: field.name, options: field.input.options }] : [],
  );
  const question = questions.find(({ ref }) => ref === chosen) ?? questions[0];
  const documents = useMemo(() => (call ? { inputs: call.inputs, output: call.output } : null), [call]);
  const write = (ref: string, text: string) => {
    before.current.push({ about, ref, text: textOf(ref) });
    onText(ref, text);
  };
  const undo = () => {
    const last = before.current.pop();
    if (last?.about === about) onText(last.ref, last.text);
    else if (question) onText(question.ref, withoutLastSpan(textOf(question.ref)));
  };
  const mark = (place: { path: string; start: number; end: number }, label: string) => {
    const span = documents && passageAt(documents, place, label);
    if (!span || !question) return;
    if (span.quote.length > MAX_QUOTED)
      return void toast({ title: `A passage can have at most ${MAX_QUOTED} characters. Select less.` });
    write(question.ref, flipSpan(textOf(question.ref), span));
    // The runs of the text are others after the next render.
    if (caretAt === place.path) requestAnimationFrame(() => placeCaret(place.path, span.end));
    else getSelection()?.removeAllRanges();
  };
  const acts = useLatest({ undo, show });
  useUndoKey(acts, questions.length > 0);
  const said = JSON.stringify(questions.map(({ ref, options }) => [ref, options, textOf(ref)]));
  // The texts are rendered again for their marks, but not for every letter of a note.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked and what is marked is in `said`.
  const value = useMemo((): Marking | null => {
    if (questions.length === 0) return null;
    const shown = questions.flatMap(({ ref, options }) => marksOf(spansIn(textOf(ref)), options));
    const marks: Marks = {
      of: (path, text) => shown.filter(({ span }) => span.path === path && standsIn(text, span)),
      marking: {
        isMarkable: (path, text) => documents !== null && markableText(documents, path) === text,
        caretAt,
        setCaretAt,
        undo: () => acts.current.undo(),
      },
    };
    return {
      marks,
      stands: (span) => documents !== null && spanStands(documents, span),
      show: show ? (span) => acts.current.show?.(span) : null,
      choose: setChosen,
      caretKey,
    };
  }, [said, documents, caretAt, caretKey, show === null]);
  return (
    <MarkingContext value={value}>
      <SlotContext value={setSlot}>{children}</SlotContext>
      {question && slot ? (
        <MarkToolbar
          slot={slot}
          questions={questions}
          question={question}
          onChoose={setChosen}
          onMark={mark}
        />
      ) : null}
    </MarkingContext>
  );
}

type Acts = { undo: () => void; show: Marking["show"] };

/** What is done is done as it stands at that moment. */
function useLatest(acts: Acts): RefObject<Acts> {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  return latest;
}

/** The desk's own undo takes back what was submitted; this one what was marked. */
function useUndoKey(acts: RefObject<Acts>, isAsked: boolean): void {
  useShortcuts(
    "Passages",
    useMemo(
      () =>
        isAsked ? [{ keys: "mod+z", label: "Remove the last mark", run: () => acts.current.undo() }] : [],
      [acts, isAsked],
    ),
  );
}

function standsIn(text: string, { start, end, quote }: Span): boolean {
  return text.slice(start, end) === quote;
}

/** The selected passage without the space around it; null where nothing is left. */
function passageAt(
  documents: { inputs: unknown; output: unknown },
  { path, start: from, end: to }: { path: string; start: number; end: number },
  label: string,
): Span | null {
  const text = markableText(documents, path);
  if (text === null) return null;
  const first = isInsideCharacter(text, from) ? from - 1 : from;
  const last = isInsideCharacter(text, to) ? to + 1 : to;
  const selected = text.slice(first, last);
  const start = first + (selected.length - selected.trimStart().length);
  const quote = selected.trim();
  return quote === "" ? null : { path, start, end: start + quote.length, quote, label };
}
