"use client";

import clsx from "clsx";
import { Popover as Radix } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { useOverlayHost } from "#components/ui/mount/overlay-host.tsx";
import { StandIn } from "#components/ui/mount/stand-in.tsx";

type PopoverPlaneProps = {
  id: string;
  button: RefObject<HTMLElement | null>;
  label: string;
  align: "start" | "center" | "end";
  open: boolean;
  onOpenChange: (open: boolean) => void;
  className: string | undefined;
  children: ReactNode;
};

/** What a popover opens. */
export function PopoverPlane(props: PopoverPlaneProps) {
  const { id, button, label, align, open, onOpenChange, className, children } = props;
  const host = useOverlayHost();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <StandIn button={button} />
      </Radix.Trigger>
      <Radix.Portal container={host}>
        <Radix.Content
          id={id}
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
