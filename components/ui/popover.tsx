"use client";

import clsx from "clsx";
import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useOverlayHost } from "./overlay-host.tsx";

type PopoverProps = {
  trigger: ReactNode;
  /** The name of the plane for screen readers. */
  label: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
  children: ReactNode;
};

/** Controls or detail that belong to the button which opens it. */
export function Popover({
  trigger,
  label,
  align = "start",
  open,
  onOpenChange,
  className,
  children,
}: PopoverProps) {
  const host = useOverlayHost();
  const control = open === undefined ? {} : { open };
  return (
    <Radix.Root {...control} {...(onOpenChange ? { onOpenChange } : {})}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={host}>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={clsx(
            "floating z-60 max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-1rem)] animate-rise overflow-y-auto p-3 outline-none",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
