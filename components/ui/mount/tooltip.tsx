"use client";

import { Slot } from "radix-ui";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useWasEver } from "#components/ui/use-was-ever.ts";
import { late } from "./late.tsx";
import { TooltipTiming } from "./tooltip-timing.ts";

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
