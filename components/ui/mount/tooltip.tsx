"use client";

import { Slot } from "radix-ui";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useWasEver } from "#components/ui/use-was-ever.ts";
import { late } from "./late.tsx";

const DELAY_MS = 400;

/** Who has just read one tooltip reads the next at once. */
const STILL_READING_MS = 200;

/** When a tooltip opens, and what closes it at its button; leaving it is Radix's to see, since the pointer may rest on the tooltip too. */
class TooltipTiming {
  static #open: TooltipTiming | null = null;
  static #closedAt = Number.NEGATIVE_INFINITY;
  readonly #notify: (isOpen: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  #isPressed = false;

  constructor(notify: (isOpen: boolean) => void) {
    this.#notify = notify;
  }

  readonly onPointerMove = ({ pointerType }: Pointer): void => {
    if (pointerType === "touch" || this.#isOver) return;
    this.#isOver = true;
    const isReading =
      TooltipTiming.#open !== null || performance.now() - TooltipTiming.#closedAt < STILL_READING_MS;
    if (isReading) this.#show();
    else this.#timer = setTimeout(this.#show, DELAY_MS);
  };

  readonly onPointerLeave = (): void => {
    this.#isOver = false;
    clearTimeout(this.#timer);
  };

  readonly onPointerDown = (): void => {
    this.close();
    this.#isPressed = true;
    document.addEventListener("pointerup", this.#release, { once: true });
  };

  readonly onFocus = (): void => {
    if (!this.#isPressed) this.#show();
  };

  readonly close = (): void => {
    clearTimeout(this.#timer);
    if (TooltipTiming.#open !== this) return;
    TooltipTiming.#open = null;
    TooltipTiming.#closedAt = performance.now();
    this.#notify(false);
  };

  readonly #show = (): void => {
    clearTimeout(this.#timer);
    if (TooltipTiming.#open === this) return;
    TooltipTiming.#open?.close();
    TooltipTiming.#open = this;
    this.#notify(true);
  };

  readonly #release = (): void => {
    this.#isPressed = false;
  };
}

const TooltipPlane = late(() => import("./tooltip-plane.tsx").then((file) => file.TooltipPlane), {
  when: "idle",
});

type TooltipProps = {
  content: ReactNode;
  /** The shortcut that does the same, e.g. `mod+k`. */
  keys?: string | undefined;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
};

/** A hint on hover and focus. It repeats or adds; nothing that is needed may stand only here. */
export function Tooltip({ content, keys, side = "top", children }: TooltipProps) {
  const id = useId();
  const button = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [timing] = useState(() => new TooltipTiming(setOpen));
  useEffect(() => timing.close, [timing]);
  return (
    <>
      <Slot.Root
        ref={button}
        aria-describedby={isOpen ? id : undefined}
        onPointerMove={timing.onPointerMove}
        onPointerLeave={timing.onPointerLeave}
        onPointerDown={timing.onPointerDown}
        onFocus={timing.onFocus}
        onBlur={timing.close}
        onClick={timing.close}
      >
        {children}
      </Slot.Root>
      {useWasEver(isOpen) ? (
        <TooltipPlane id={id} button={button} open={isOpen} onClose={timing.close} side={side} keys={keys}>
          {content}
        </TooltipPlane>
      ) : null}
    </>
  );
}

type Pointer = { pointerType: string };
