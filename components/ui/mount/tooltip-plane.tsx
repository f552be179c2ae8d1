"use client";

import { Tooltip as Radix } from "radix-ui";
import { type ReactNode, type RefObject, useEffect, useEffectEvent } from "react";
import { Kbd } from "./kbd.tsx";
import { useOverlayHost } from "./overlay-host.tsx";
import { StandIn } from "./stand-in.tsx";

type TooltipPlaneProps = {
  id: string;
  button: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
  side: "top" | "right" | "bottom" | "left";
  keys: string | undefined;
  children: ReactNode;
};

/** What a tooltip shows, and where. */
export function TooltipPlane({ id, button, open, onClose, side, keys, children }: TooltipPlaneProps) {
  const host = useOverlayHost();
  const closeIfLeft = useEffectEvent(() => {
    if (!button.current?.matches(":hover, :focus-within")) onClose();
  });
  // The pointer or focus may have left while this was loading.
  useEffect(() => closeIfLeft(), []);
  return (
    <Radix.Provider>
      <Radix.Root open={open} onOpenChange={(is) => (is ? undefined : onClose())}>
        <Radix.Trigger asChild>
          <StandIn button={button} />
        </Radix.Trigger>
        <Radix.Portal container={host}>
          <Radix.Content
            id={id}
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="floating z-70 flex max-w-80 animate-fade items-center gap-2 break-words px-2 py-1 text-xs"
          >
            {children}
            {keys ? <Kbd keys={keys} /> : null}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
