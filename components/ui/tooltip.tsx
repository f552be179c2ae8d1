"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Kbd } from "./kbd.tsx";
import { useOverlayHost } from "./overlay-host.tsx";

type TooltipProps = {
  content: ReactNode;
  /** The shortcut that does the same, e.g. `mod+k`. */
  keys?: string | undefined;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
};

/** A hint on hover and focus. It repeats or adds; nothing that is needed may stand only here. */
export function Tooltip({ content, keys, side = "top", children }: TooltipProps) {
  const host = useOverlayHost();
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={host}>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="floating z-70 flex max-w-80 animate-fade items-center gap-2 break-words px-2 py-1 text-xs"
        >
          {content}
          {keys ? <Kbd keys={keys} /> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
