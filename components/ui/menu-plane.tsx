"use client";

import clsx from "clsx";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { MenuParts } from "./menu-parts.ts";
import { useOverlayHost } from "./overlay-host.tsx";
import { StandIn } from "./stand-in.tsx";

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
  return (
    <MenuParts value={Radix}>
      <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
        <Radix.Trigger asChild>
          <StandIn button={button} />
        </Radix.Trigger>
        <Radix.Portal container={host}>
          <Radix.Content
            id={id}
            aria-labelledby={labelledBy}
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
