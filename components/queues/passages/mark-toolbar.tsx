"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
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
  questions: readonly MarkQuestion[];
  /** The one to which a mark goes. */
  question: MarkQuestion;
  onChoose: (ref: string) => void;
  onMark: (place: { path: string; start: number; end: number }, label: string) => void;
};

/** Stands at what is selected and offers the labels; a digit gives one. */
export function MarkToolbar({ questions, question, onChoose, onMark }: MarkToolbarProps) {
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
  if (!selected) return null;
  return (
    <div
      ref={(element) => {
        bar.current = element;
        if (element) putAt(element, selected.rect);
      }}
      role="toolbar"
      aria-label="Mark the selected passage"
      data-takes-keys
      // The selection must outlive the press.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="floating fixed z-50 flex max-h-72 w-max max-w-[min(26rem,calc(100vw-1rem))] animate-fade flex-col gap-1 overflow-y-auto p-1.5"
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
        <p className="px-1 py-0.5 text-muted text-sm">A passage lies within one message. Select less.</p>
      ) : (
        <div className="flex flex-wrap gap-1">
          {question.options.map((option, i) => (
            <LabelButton key={option.value} option={option} place={i} onPick={() => mark(option)} />
          ))}
        </div>
      )}
    </div>
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

/** Below what is selected, or above it where there is no room; set from script, as the content policy wants it. */
function putAt(element: HTMLElement, rect: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height, style } = element;
  const below = rect.bottom + GAP_PX;
  const top = below + height + GAP_PX <= innerHeight ? below : rect.top - height - GAP_PX;
  style.top = `${Math.max(GAP_PX, Math.min(top, innerHeight - height - GAP_PX))}px`;
  style.left = `${Math.max(GAP_PX, Math.min(rect.left, innerWidth - width - GAP_PX))}px`;
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

/** Digits and Escape are the toolbar's while it stands there; any other key closes it and does what it does elsewhere. */
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
