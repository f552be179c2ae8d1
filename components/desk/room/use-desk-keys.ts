"use client";

import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { isMarkKey } from "#components/conversation/selected-passage.ts";
import {
  type Bindings,
  type DeskAct,
  type DeskMode,
  keysOfMode,
  settingsOf,
} from "#components/desk/parts/key-map.ts";
import { isTextTarget, type Shortcut } from "#components/ui/mount/shortcut-keys.ts";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";

export type DeskRuns = { readonly [A in DeskAct]: () => void };

type DeskKeys = {
  mode: DeskMode;
  bindings: Bindings;
  runs: DeskRuns;
  /** A digit picked option 1 to 20 of the focused field. */
  onDigit: (position: number) => boolean;
  /** The verdict with Shift: much better. */
  onMuch: (act: DeskAct) => void;
};

const DIGITS: readonly Shortcut[] = [
  { keys: "1 … 9 0", label: "Pick option 1 to 10 of the focused question", run: null },
  { keys: "shift+1 … 0", label: "Pick option 11 to 20", run: null },
];

/** The keys of the desk, as `?` lists them. Only sending works while someone types, and nothing while a dialog is open. */
export function useDeskKeys(keys: DeskKeys): void {
  const { mode, bindings } = keys;
  const run = useLatest(keys);
  const shortcuts = useMemo(() => shortcutsOf(mode, bindings, run), [mode, bindings, run]);
  useShortcuts("Desk", shortcuts);
  useDigits(keys);
}

type Run = (act: DeskAct, isMuch: boolean) => void;

function shortcutsOf(mode: DeskMode, bindings: Bindings, run: Run): readonly Shortcut[] {
  const listed = keysOfMode(mode, bindings);
  const found = listed.map(({ act, keys }): Shortcut => {
    const { label, whileTyping } = settingsOf(act);
    return {
      keys,
      label,
      run: () => run(act, false),
      isMeant: (target) => isMeant(keys, target),
      ...(whileTyping ? { whileTyping } : {}),
    };
  });
  const much = listed
    .filter(({ act }) => act === "pairLeft" || act === "pairRight")
    .map(({ act, keys }): Shortcut => {
      const label = act === "pairLeft" ? "The left one is much better" : "The right one is much better";
      return {
        keys: `shift+${keys}`,
        label,
        run: () => run(act, true),
        isMeant: (target) => isMeant(keys, target),
      };
    });
  return [...found, ...much, ...DIGITS];
}

/** Keys that a focused control answers itself are not taken from it. */
function isMeant(keys: string, target: EventTarget | null): boolean {
  if (isModalOpen()) return false;
  if (!(target instanceof Element)) return true;
  if (keys === "enter") return target.closest("a, button, summary, [role=button], [role=separator]") === null;
  if (!keys.startsWith("arrow")) return true;
  const isTaken =
    target.closest("[role=separator], [role=tab], [role=slider], [role=tree], [data-reading]") !== null;
  // Up and down walk the fields, also from option to option; left and right stay with the options of one.
  const isSideways = keys === "arrowleft" || keys === "arrowright";
  return !isTaken && !(isSideways ? target.matches("[type=radio]") : isScroller(target));
}

/** What was focused to be scrolled. */
function isScroller(target: Element): boolean {
  return (
    target instanceof HTMLElement &&
    target.tabIndex === 0 &&
    target.scrollHeight > target.clientHeight + 1 &&
    !target.matches("a, button, input")
  );
}

/** Runs an act as it is at the moment of the key press, so that the list of keys never changes. */
function useLatest(keys: DeskKeys): Run {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  return useCallback((act, isMuch) => {
    // Sending works while typing, but not while a dialog is open.
    if (isModalOpen()) return;
    if (isMuch) latest.current.onMuch(act);
    else latest.current.runs[act]();
  }, []);
}

/** Heard before all other keys, since Shift with a digit writes another character on most keyboards. */
function useDigits({ mode, onDigit }: DeskKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const position = positionOf(event);
    // Where pairs are compared, the zero is a verdict.
    if (
      position === null ||
      (mode === "pairwise" && event.key === "0") ||
      event.repeat ||
      isTextTarget(event.target) ||
      isMarkKey(event) ||
      isModalOpen()
    )
      return;
    if (!onDigit(position)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}

/** Which option a key press means, from 1 to 20; null for other keys. */
export function positionOf(
  event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (/^[0-9]$/.test(event.key)) return Number(event.key) || 10;
  const digit = event.shiftKey ? /^Digit([0-9])$/.exec(event.code)?.[1] : undefined;
  return digit === undefined ? null : 10 + (Number(digit) || 10);
}

export function isModalOpen(): boolean {
  return (
    document.querySelector(
      '[role="alertdialog"],[role="menu"],[role="listbox"],[data-modal="true"],[data-takes-keys]',
    ) !== null
  );
}
