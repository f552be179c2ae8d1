"use client";

import { Slot } from "radix-ui";
import { type ReactNode, useId, useRef, useState } from "react";
import { late } from "#components/ui/mount/late.tsx";

const PopoverPlane = late(() => import("./popover-plane.tsx").then((file) => file.PopoverPlane), {
  when: "idle",
});

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
export function Popover(props: PopoverProps) {
  const { trigger, label, align = "start", className, children } = props;
  const id = useId();
  const button = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  const [isOpenItself, setOpenItself] = useState(false);
  const isOpen = props.open ?? isOpenItself;
  const change = (open: boolean) => {
    setOpenItself(open);
    props.onOpenChange?.(open);
  };
  return (
    <>
      <Slot.Root
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
        onClick={() => change(!isOpen)}
      >
        {trigger}
      </Slot.Root>
      {isNear || isOpen ? (
        <PopoverPlane
          id={id}
          button={button}
          label={label}
          align={align}
          open={isOpen}
          onOpenChange={change}
          className={className}
        >
          {children}
        </PopoverPlane>
      ) : null}
    </>
  );
}
