"use client";

import { useRef, useState } from "react";
import type { AnnotationField } from "#components/queues/annotation-field.ts";
import { isTextTarget } from "#components/ui/shortcut-keys.ts";
import type { Obstacle } from "./desk-acts.ts";

/** The name of the note among the fields. */
export const NOTE = "note";

export type FieldFocus = ReturnType<typeof useFieldFocus>;

/** Which field the keys act on: the one with the focus, or that had it last. */
export function useFieldFocus(fields: readonly AnnotationField[]) {
  const form = useRef<HTMLDivElement>(null);
  const [activeRef, setActiveRef] = useState<string | null>(null);
  const active = fields.find(({ ref }) => ref === activeRef) ?? fields[0] ?? null;
  const boxOf = (ref: string) =>
    [...(form.current?.querySelectorAll<HTMLElement>("[data-field]") ?? [])].find(
      (box) => box.dataset.field === ref,
    );
  const to = (ref: string) => {
    setActiveRef(ref);
    const box = boxOf(ref);
    controlIn(box)?.focus({ preventScroll: true });
    box?.scrollIntoView({ block: "nearest" });
  };
  const step = (by: -1 | 1) => {
    const places = [...fields.map(({ ref }) => ref), NOTE];
    const here = document.activeElement?.closest<HTMLElement>("[data-field]")?.dataset.field ?? active?.ref;
    const next = places[places.indexOf(here ?? NOTE) + by];
    if (next !== undefined) to(next);
  };
  return {
    form,
    activeRef: active?.ref ?? null,
    active,
    setActiveRef,
    to,
    step,
    show: (ref: string) => boxOf(ref)?.scrollIntoView({ block: "nearest" }),
    /** Out of a text, to where single keys work again. */
    toForm: () => form.current?.focus({ preventScroll: true }),
    toObstacle: (obstacle: Obstacle) => {
      if (obstacle.kind === "field") to(obstacle.ref);
      else to(obstacle.kind === "note" || !fields[0] ? NOTE : fields[0].ref);
    },
    /** A text field would swallow the keys and open the keyboard of a phone, so it waits to be chosen. */
    toStart: () => {
      const first = fields[0];
      setActiveRef(first?.ref ?? null);
      if (!mayTakeFocus(form.current)) return;
      const control = first ? controlIn(boxOf(first.ref)) : null;
      const target = control && !isTextTarget(control) ? control : form.current;
      target?.focus({ preventScroll: true });
      form.current?.scrollTo({ top: 0 });
    },
  };
}

function controlIn(box: HTMLElement | undefined): HTMLElement | null {
  return (
    box?.querySelector<HTMLElement>("input:checked") ??
    box?.querySelector<HTMLElement>("input, textarea") ??
    null
  );
}

/** The focus is taken from nobody who is busy elsewhere, such as in an open dialog. */
function mayTakeFocus(form: HTMLElement | null): boolean {
  const focused = document.activeElement;
  return !focused?.closest('[role="dialog"], [role="menu"], nav') && form !== null;
}
