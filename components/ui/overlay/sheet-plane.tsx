"use client";

import clsx from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { OverlayHostContext } from "#components/ui/mount/overlay-host.tsx";
import { useFocusReturn } from "#components/ui/use-focus-return.ts";
import { useFaultFocus } from "./use-fault-focus.ts";

type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What screen readers hear when the title is more than text. */
  label?: string;
  side?: "right" | "left" | "bottom";
  width?: "sm" | "md" | "lg" | "xl";
  /** Buttons beside the closing one. */
  actions?: ReactNode;
  footer?: ReactNode;
  /** False keeps the page usable, so that people can move through a list with the sheet open. */
  modal?: boolean;
  children: ReactNode;
};

const SIDES = {
  right: "inset-y-0 right-0 w-full animate-from-right border-l",
  left: "inset-y-0 left-0 w-[min(18rem,86vw)] animate-from-left border-r",
  bottom: "inset-x-0 bottom-0 max-h-[86dvh] animate-from-bottom rounded-t-xl border-t",
};
const WIDTHS = { sm: "sm:max-w-sm", md: "sm:max-w-xl", lg: "sm:max-w-3xl", xl: "sm:max-w-6xl" };

/** What `Sheet` opens. */
export function SheetPlane(props: SheetProps) {
  const {
    open,
    onOpenChange,
    title,
    label,
    side = "right",
    width = "md",
    actions,
    footer,
    modal = true,
    children,
  } = props;
  const [content, setContent] = useState<HTMLElement | null>(null);
  const focus = useFocusReturn();
  useFaultFocus(content);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Radix.Portal>
        {modal ? <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" /> : null}
        <Radix.Content
          ref={setContent}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            focus.remember();
            // The sheet itself takes the focus; beside a usable page it takes none, so that the list keeps its keys.
            event.preventDefault();
            if (modal) content?.focus();
          }}
          onCloseAutoFocus={focus.giveBack}
          data-modal={modal}
          {...(modal ? {} : { onInteractOutside: (event: Event) => event.preventDefault() })}
          className={clsx(
            "fixed z-40 flex flex-col border-line bg-surface shadow-float outline-none",
            SIDES[side],
            side === "right" && WIDTHS[width],
          )}
        >
          <OverlayHostContext value={content}>
            <div className="flex min-h-12 shrink-0 items-center gap-2 border-line border-b px-4 py-2">
              <Radix.Title className="min-w-0 flex-1 truncate font-semibold text-base" aria-label={label}>
                {title}
              </Radix.Title>
              {actions}
              <Radix.Close asChild>
                <IconButton
                  label="Close"
                  keys="escape"
                  icon={<X />}
                  size="sm"
                  className="-mr-1.5"
                  tooltipSide="bottom"
                />
              </Radix.Close>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
            {footer ? <div className="shrink-0 border-line border-t px-4 py-3">{footer}</div> : null}
          </OverlayHostContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
