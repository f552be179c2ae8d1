"use client";

import clsx from "clsx";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { textPieces } from "#components/ui/text/text-pieces.ts";
import type { TextMarks } from "./marks-context.ts";
import { inLanes, type LanedMark, type Segment, segmentsOf } from "./passage-segments.ts";

type PassageTextProps = TextMarks & { text: string; anchor?: string | undefined };

/** A text as it was recorded, with its marks; offsets on the page are those of the text. */
export function PassageText({ path, text, anchor, marks, marking }: PassageTextProps) {
  const pieces = useMemo(() => textPieces(text), [text]);
  const laned = useMemo(() => inLanes(marks), [marks]);
  let from = 0;
  const runs = pieces.map((piece) => {
    const start = from;
    from += piece.length;
    return (
      <span key={start} data-anchor={anchor} data-from={start}>
        {segmentsOf(piece, start, laned).map((segment) => (
          <Run key={segment.start} segment={segment} />
        ))}
      </span>
    );
  });
  return marking ? (
    <MarkableBox path={path} marking={marking}>
      {runs}
    </MarkableBox>
  ) : (
    <div data-passages={path} dir="auto" className={TEXT}>
      {runs}
    </div>
  );
}

/** Lines under marks need room. */
const TEXT =
  "min-w-0 max-w-[72ch] whitespace-pre-wrap break-words text-base leading-7 [overflow-wrap:anywhere]";

function Run({ segment }: { segment: Segment }) {
  const { start, end, text, isSolid, marks } = segment;
  const run = (
    <span data-at={start} data-to={end} data-solid={isSolid || undefined}>
      {text}
    </span>
  );
  return marks.reduceRight<ReactNode>(
    (inner, mark) => (
      <Passage key={mark.key} mark={mark} isFirst={mark.start === start}>
        {inner}
      </Passage>
    ),
    run,
  );
}

/** The name stands in a style, so that it is no part of the text: neither copied nor counted. */
function Passage({ mark, isFirst, children }: { mark: LanedMark; isFirst: boolean; children: ReactNode }) {
  const { hue, lane, tag } = mark;
  return (
    <mark
      className={clsx("passage", hue >= HUES && "passage-dashed")}
      data-hue={hue % HUES}
      data-lane={Math.min(lane, MAX_LANES)}
      data-tag={isFirst ? tag : undefined}
    >
      {children}
    </mark>
  );
}

const HUES = 10;
/** More lines than these fall together; the list of what is marked has all. */
const MAX_LANES = 4;

type MarkableBoxProps = { path: string; marking: NonNullable<TextMarks["marking"]>; children: ReactNode };

/** A text whose passages are selected by mouse, by touch or, once Enter gives it a caret, by the keys that select in every text. */
function MarkableBox({ path, marking, children }: MarkableBoxProps) {
  const { caretAt, setCaretAt, undo } = marking;
  const isCaret = caretAt === path;
  const helpId = useId();
  const box = useCaret(isCaret);
  const [attempt, setAttempt] = useState(0);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isCaret) return typed(event, { leave: () => setCaretAt(null), undo });
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    setCaretAt(path);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a text field shows no marks. */}
      <div
        // What an input method wrote cannot be kept from the page, so the text is drawn again.
        key={attempt}
        ref={box}
        role="textbox"
        aria-readonly="true"
        aria-multiline="true"
        aria-label={`Text at ${path}`}
        aria-describedby={helpId}
        tabIndex={0}
        data-passages={path}
        dir="auto"
        contentEditable={isCaret}
        suppressContentEditableWarning
        spellCheck={false}
        inputMode="none"
        onKeyDown={onKeyDown}
        onBlur={() => isCaret && setCaretAt(null)}
        onDrop={(event) => event.preventDefault()}
        onCompositionEnd={() => setAttempt(attempt + 1)}
        className={clsx(
          TEXT,
          "rounded-sm outline-offset-4",
          isCaret && "cursor-text caret-accent outline-2 outline-ring",
        )}
      >
        {children}
      </div>
      <p id={helpId} hidden={!isCaret} className="mt-1 text-faint text-xs">
        {isCaret
          ? "Arrow keys move, with Shift they select. A digit marks, Backspace removes the last mark, Escape leaves."
          : "Press Enter to mark passages with the keyboard."}
      </p>
    </div>
  );
}

/** Gives the text a caret that moves and selects as in every text, and lets nothing be written. */
function useCaret(isCaret: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const place = useEffectEvent((element: HTMLElement) => {
    element.focus();
    const selection = getSelection();
    if (!selection || (selection.anchorNode && element.contains(selection.anchorNode))) return;
    selection.collapse(element, 0);
  });
  useEffect(() => {
    const element = box.current;
    if (!isCaret || !element) return;
    place(element);
    const refuse = (event: Event) => event.preventDefault();
    element.addEventListener("beforeinput", refuse);
    return () => element.removeEventListener("beforeinput", refuse);
  }, [isCaret]);
  return box;
}

function typed(event: KeyboardEvent, { leave, undo }: { leave: () => void; undo: () => void }): void {
  const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey);
  if (event.key === "Escape") leave();
  else if (event.key === "Backspace" || isUndo) undo();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
