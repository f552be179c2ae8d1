"use client";

import clsx from "clsx";
import type { ReactNode } from "react";
import { type DeskAct, keyOf } from "#components/desk/parts/key-map.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";

type FieldBoxProps = { place: string; isActive: boolean; className?: string; children: ReactNode };

/** The frame of what every queue asks, such as the note: named for the focus, and ringed while keys act on it. */
export function FieldBox({ place, isActive, className, children }: FieldBoxProps) {
  return (
    <div
      data-field={place}
      className={clsx(
        "relative border-line border-b px-4 py-3",
        isActive &&
          "after:pointer-events-none after:absolute after:inset-1 after:rounded-md after:border-2 after:border-accent pointer-coarse:after:hidden",
        className,
      )}
    >
      {children}
    </div>
  );
}

/** The key that does the same, as the annotator has bound it. It is no part of the control's name. */
export function KeyHint({ act }: { act: DeskAct }) {
  const { keyBindings } = useMe();
  const keys = keyOf(act, keyBindings);
  if (keys === "") return null;
  return (
    <span aria-hidden="true" className="inline-flex max-sm:hidden pointer-coarse:hidden">
      <Kbd keys={keys} />
    </span>
  );
}
