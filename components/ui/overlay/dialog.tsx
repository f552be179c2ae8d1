"use client";

import clsx from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { OverlayHostContext } from "#components/ui/mount/overlay-host.tsx";
import { useFocusReturn } from "#components/ui/use-focus-return.ts";
import { useFaultFocus } from "./use-fault-focus.ts";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** What decides whether the button is pressed: it stays in sight above the buttons, however much there is to scroll. */
  notice?: ReactNode;
  /** Buttons at the foot; the main one last. */
  footer?: ReactNode;
  width?: "sm" | "md" | "lg";
  /** What has come of it, where that is so when it closes: the focus goes there, and not to where it was. */
  leadsTo?: () => Element | null;
};

/** What a dialog says is the first thing to do, else its first control; the button that closes it is neither. */
const FIRST = "[data-first-focus]";
const CONTROLS =
  "input:enabled, textarea:enabled, [role=combobox]:enabled, button:enabled:not([aria-label=Close])";

const WIDTHS = { sm: "sm:max-w-sm", md: "sm:max-w-lg", lg: "sm:max-w-3xl" };

/** A modal dialog. On a phone it rises from the bottom of the screen; in a short window it takes all of it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  notice,
  footer,
  width = "md",
  leadsTo,
}: DialogProps) {
  const [content, setContent] = useState<HTMLElement | null>(null);
  const focus = useFocusReturn();
  useFaultFocus(content);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          ref={setContent}
          onOpenAutoFocus={(event) => {
            focus.remember();
            const first = content?.querySelector<HTMLElement>(FIRST);
            // Reading matter takes the focus itself; a form gives it to its first control.
            if (!first && content?.querySelector(CONTROLS)) return;
            event.preventDefault();
            (first ?? content)?.focus();
          }}
          onCloseAutoFocus={(event) => focus.giveBack(event, leadsTo?.())}
          {...(description ? {} : { "aria-describedby": undefined })}
          data-modal="true"
          className={clsx(
            "floating fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-from-bottom flex-col rounded-b-none outline-none",
            "sm:top-[12dvh] sm:bottom-auto sm:mx-auto sm:max-h-[76dvh] sm:w-[calc(100%-2rem)] sm:animate-rise sm:rounded-b-lg",
            "short:top-0! short:bottom-auto! short:max-h-dvh! short:rounded-t-none",
            WIDTHS[width],
          )}
        >
          <OverlayHostContext value={content}>
            <div className="shrink-0 short:max-h-[30dvh] short:overflow-y-auto px-5 pt-4 pr-12 short:pt-2.5">
              <Radix.Title className="break-words font-semibold text-base">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="mt-1 text-muted text-sm">{description}</Radix.Description>
              ) : null}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 short:py-3">{children}</div>
            {notice || footer ? (
              <div className="flex shrink-0 flex-col border-line border-t px-5 py-3 short:flex-row short:items-center short:gap-4 short:py-2">
                {notice ? (
                  <div className="max-h-[26dvh] min-w-0 flex-1 overflow-y-auto break-words text-sm *:mb-2 short:*:mb-0">
                    {notice}
                  </div>
                ) : null}
                {footer ? <div className="ml-auto flex flex-wrap justify-end gap-2">{footer}</div> : null}
              </div>
            ) : null}
            {/* Last in order, so that the focus starts on the first control of the content. */}
            <Radix.Close asChild>
              <IconButton
                label="Close"
                icon={<X />}
                size="sm"
                className="absolute! top-3 right-3 short:top-1.5!"
              />
            </Radix.Close>
          </OverlayHostContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
