"use client";

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import {
  isMarkKey,
  type SelectedPassage,
  selectedPassage,
} from "#components/conversation/selected-passage.ts";
import { type FieldOption, optionLabel } from "#components/queues/parts/annotation-field.ts";
import { LabelDot } from "#components/queues/parts/label-dot.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";

export type MarkQuestion = { ref: string; name: string; options: readonly FieldOption[] };

type MarkToolbarProps = {
  /** Where it stands: below the text, so that it covers none of it. */
  slot: Element;
  questions: readonly MarkQuestion[];
  /** The one to which a mark goes. */
  question: MarkQuestion;
  onChoose: (ref: string) => void;
  onMark: (place: { path: string; start: number; end: number }, label: string) => void;
};

/** Offers the labels for what is selected; a digit gives one. */
export function MarkToolbar({ slot, questions, question, onChoose, onMark }: MarkToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useSelectedPassage();
  const mark = (option: FieldOption | undefined) => {
    // As it stands now: the page hears of a change of the selection later than of the key after it.
    const now = selectedPassage();
    if (!option || !now || now.path === null) return;
    onMark(now, option.value);
    setSelected(null);
  };
  useToolbarKeys(bar, {
    isOpen: selected !== null,
    onDigit: (position) => mark(question.options[position - 1]),
    onClose: () => setSelected(null),
  });
  const isOpen = selected !== null;
  useLayoutEffect(() => {
    if (isOpen && bar.current) keepInSight(bar.current);
  }, [isOpen]);
  if (!selected) return null;
  return createPortal(
    <div
      ref={bar}
      role="toolbar"
      aria-label="Mark the selected passage"
      data-takes-keys
      // The selection must outlive the press.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="flex max-h-36 shrink-0 animate-fade flex-col gap-1 overflow-y-auto border-line border-t bg-surface px-3 py-1.5 max-sm:px-2"
    >
      {questions.length > 1 ? (
        <div className="flex flex-wrap gap-1 border-line border-b pb-1">
          {questions.map(({ ref, name }) => (
            <button
              key={ref}
              type="button"
              aria-pressed={ref === question.ref}
              onClick={() => onChoose(ref)}
              className="max-w-full truncate rounded-sm px-2 py-1 text-muted text-xs hover:bg-hover aria-pressed:bg-pressed aria-pressed:text-ink"
            >
              {name}
            </button>
          ))}
        </div>
      ) : null}
      {selected.path === null ? (
        <p className="px-2 py-1.5 text-muted text-sm">A passage must be within one message. Select less.</p>
      ) : (
        <div className="flex flex-wrap gap-1">
          {question.options.map((option, i) => (
            <LabelButton key={option.value} option={option} place={i} onPick={() => mark(option)} />
          ))}
        </div>
      )}
    </div>,
    slot,
  );
}

type LabelButtonProps = { option: FieldOption; place: number; onPick: () => void };

function LabelButton({ option, place, onPick }: LabelButtonProps) {
  return (
    <button
      type="button"
      title={option.help || undefined}
      onClick={onPick}
      className="flex min-h-8 max-w-full items-center gap-1.5 rounded-md px-2 text-sm hover:bg-hover pointer-coarse:min-h-11"
    >
      <LabelDot hue={place} />
      <span className="min-w-0 truncate">{optionLabel(option)}</span>
      {place < MAX_DIGITS ? (
        <span aria-hidden="true" className="pointer-coarse:hidden">
          <Kbd keys={String(place + 1)} />
        </span>
      ) : null}
    </button>
  );
}

const MAX_DIGITS = 9;
const GAP_PX = 8;

/** The bar takes its room from the foot of the text; what was selected there moves up. */
function keepInSight(bar: Element): void {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return;
  const covered =
    selection.getRangeAt(0).getBoundingClientRect().bottom + GAP_PX - bar.getBoundingClientRect().top;
  if (covered > 0) scrollerOf(selection.anchorNode)?.scrollBy({ top: covered, behavior: "instant" });
}

function scrollerOf(node: Node | null): Element | null {
  for (let one = node?.parentElement ?? null; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY))
      return one;
  return null;
}

/** What is selected, once the pointer that selects is up again. */
function useSelectedPassage() {
  const [selected, setSelected] = useState<SelectedPassage | null>(null);
  const isDown = useRef(false);
  useEffect(() => {
    const read = () => {
      if (!isDown.current) setSelected(selectedPassage());
    };
    const down = (event: PointerEvent) => {
      isDown.current = event.pointerType === "mouse";
    };
    const up = () => {
      isDown.current = false;
      requestAnimationFrame(read);
    };
    document.addEventListener("selectionchange", read);
    document.addEventListener("pointerdown", down);
    document.addEventListener("pointerup", up);
    document.addEventListener("scroll", read, { capture: true, passive: true });
    return () => {
      document.removeEventListener("selectionchange", read);
      document.removeEventListener("pointerdown", down);
      document.removeEventListener("pointerup", up);
      document.removeEventListener("scroll", read, { capture: true });
    };
  }, []);
  return [selected, setSelected] as const;
}

type ToolbarKeys = { isOpen: boolean; onDigit: (position: number) => void; onClose: () => void };

/** While the toolbar is open, it takes digits and Escape; any other key closes it and then acts as usual. */
function useToolbarKeys(
  bar: RefObject<HTMLDivElement | null>,
  { isOpen, onDigit, onClose }: ToolbarKeys,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isDigit = /^[1-9]$/.test(event.key) && !(event.ctrlKey || event.metaKey || event.altKey);
    // The key can come before the page has heard of what was selected.
    if (STEERING.has(event.key) || !(isOpen || (isDigit && isMarkKey(event)))) return;
    if (isDigit) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return onDigit(Number(event.key));
    }
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopImmediatePropagation();
      getSelection()?.collapseToEnd();
    } else bar.current?.removeAttribute("data-takes-keys");
    onClose();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}

/** Keys that change what is selected, or nothing by themselves. */
const STEERING = new Set([
  ...["Shift", "Control", "Alt", "Meta", "Tab", "Home", "End", "PageUp", "PageDown"],
  ...["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
]);
