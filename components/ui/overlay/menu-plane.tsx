"use client";

import clsx from "clsx";
import { DropdownMenu as Radix } from "radix-ui";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { useOverlayHost } from "#components/ui/mount/overlay-host.tsx";
import { StandIn } from "#components/ui/mount/stand-in.tsx";
import { MenuParts, SECOND_PRESS_MS } from "./menu-parts.ts";

type MenuPlaneProps = {
  id: string;
  button: RefObject<HTMLElement | null>;
  /** The element that names it: the button. */
  labelledBy: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  align: "start" | "center" | "end";
  side: "top" | "right" | "bottom" | "left";
  className: string | undefined;
  children: ReactNode;
};

/** The list that a menu opens. */
export function MenuPlane(props: MenuPlaneProps) {
  const { id, button, labelledBy, open, onOpenChange, align, side, className, children } = props;
  const host = useOverlayHost();
  const holdBack = useSecondPresses(open);
  // The list gives the focus back a moment after it is gone, when a second press of the button may have opened the next one.
  const keepFocus = (event: Event) => {
    if (button.current?.ariaExpanded === "true") event.preventDefault();
  };
  const parts = useMemo(() => ({ Radix, button }), [button]);
  return (
    <MenuParts value={parts}>
      <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
        <Radix.Trigger asChild>
          <StandIn button={button} />
        </Radix.Trigger>
        <Radix.Portal container={host}>
          <Radix.Content
            id={id}
            aria-labelledby={labelledBy}
            onKeyDownCapture={holdBack}
            onCloseAutoFocus={keepFocus}
            align={align}
            side={side}
            sideOffset={4}
            collisionPadding={8}
            className={clsx(
              "floating z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-80 animate-rise overflow-y-auto p-1 outline-none",
              className,
            )}
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </MenuParts>
  );
}

/** Keeps second presses from choosing; any other key says that the menu is being read. */
function useSecondPresses(open: boolean): (event: KeyboardEvent) => void {
  const openedAt = useRef(0);
  useEffect(() => {
    if (open) openedAt.current = performance.now();
  }, [open]);
  return (event) => {
    const isChoice = event.key === "Enter" || event.key === " ";
    if (!isChoice) openedAt.current = Number.NEGATIVE_INFINITY;
    else if (event.repeat || event.timeStamp - openedAt.current < SECOND_PRESS_MS) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}
