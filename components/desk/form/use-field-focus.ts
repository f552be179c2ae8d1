"use client";

import { useRef, useState } from "react";
import { isTextTarget } from "#components/ui/mount/shortcut-keys.ts";

export type FieldFocus = ReturnType<typeof useFieldFocus>;

/** Which of the form's places the keys act on: the one with the focus, or that had it last. */
export function useFieldFocus(places: readonly string[]) {
  const form = useRef<HTMLDivElement>(null);
  // Starting chooses the same field, and then nothing is rendered again.
  const [chosen, setChosen] = useState<string | null>(places[0] ?? null);
  const active = chosen !== null && places.includes(chosen) ? chosen : (places[0] ?? null);
  const reach = (place: string, option?: string): boolean => {
    const box = boxOf(form.current, place);
    const control = optionIn(box, option) ?? controlIn(box);
    control?.focus({ preventScroll: true });
    if (control instanceof HTMLTextAreaElement) continueIn(control);
    box?.scrollIntoView({ block: "nearest" });
    return box !== undefined;
  };
  const to = (place: string, option?: string) => {
    setChosen(place);
    // A question that comes with an answer is there only after the next render.
    if (!reach(place, option)) requestAnimationFrame(() => reach(place, option));
  };
  return {
    form,
    active,
    to,
    step: (by: -1 | 1) => {
      const here = placeAround(document.activeElement) ?? active;
      const next = here === null ? places[0] : places[places.indexOf(here) + by];
      if (next !== undefined) to(next);
    },
    /** The focus went to a control by itself, such as by a click. */
    follow: (target: Element) => {
      const place = placeAround(target);
      if (place !== null && places.includes(place)) setChosen(place);
    },
    /** Out of a text, to where single keys work again. */
    toForm: () => form.current?.focus({ preventScroll: true }),
    /** A text field would swallow the keys and open the keyboard of a phone, so it waits to be chosen. */
    toStart: () => {
      const [first] = places;
      setChosen(first ?? null);
      if (!mayTakeFocus(form.current)) return;
      const control = first === undefined ? null : controlIn(boxOf(form.current, first));
      const target = control && !isTextTarget(control) ? control : form.current;
      target?.focus({ preventScroll: true });
      form.current?.scrollTo({ top: 0 });
    },
  };
}

/** Where the caret was nowhere yet in a text, it begins at the end: people continue what is there. */
function continueIn(text: HTMLTextAreaElement): void {
  if (text.selectionEnd > 0) return;
  text.setSelectionRange(text.value.length, text.value.length);
  text.scrollTop = text.scrollHeight;
}

function placeAround(element: Element | null): string | null {
  return element?.closest<HTMLElement>("[data-field]")?.dataset.field ?? null;
}

/** Places hold what callers wrote, so they are compared and never part of a selector. */
function boxOf(form: HTMLElement | null, place: string): HTMLElement | undefined {
  const boxes = form?.querySelectorAll<HTMLElement>("[data-field]") ?? [];
  return [...boxes].find((box) => box.dataset.field === place);
}

/** What is picked just now is not checked before the next render. */
function optionIn(box: HTMLElement | undefined, option: string | undefined): HTMLElement | undefined {
  if (option === undefined) return undefined;
  return [...(box?.querySelectorAll("input") ?? [])].find(({ value }) => value === option);
}

function controlIn(box: HTMLElement | undefined): HTMLElement | null {
  // A question that is answered elsewhere has only buttons that Enter must not press by itself.
  const control =
    box?.querySelector<HTMLElement>("[data-focus-home]") ??
    box?.querySelector<HTMLElement>("input:checked") ??
    box?.querySelector<HTMLElement>("input:not([type=search]), textarea");
  return control ?? box?.querySelector<HTMLElement>("button") ?? null;
}

/** The focus is taken from nobody who is busy elsewhere, such as in an open dialog. */
function mayTakeFocus(form: HTMLElement | null): boolean {
  const focused = document.activeElement;
  return !focused?.closest('[role="dialog"], [role="menu"], nav') && form !== null;
}
