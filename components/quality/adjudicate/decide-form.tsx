"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "#components/ui/button/button.tsx";

type DecideFormProps = { title: string; onDecide: () => void; onCancel: () => void; children: ReactNode };

/** A form below the answers: it takes the focus, Ctrl or ⌘ with Enter decides, Escape leaves it. */
export function DecideForm({ title, onDecide, onCancel, children }: DecideFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input:checked, input, textarea")?.focus();
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <form
      ref={form}
      aria-label={title}
      className="flex flex-col gap-4 rounded-md border border-line bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault();
        onDecide();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          onDecide();
        }
        if (event.key !== "Escape" || event.defaultPrevented) return;
        // The page below would take it as the way back to the list.
        event.preventDefault();
        onCancel();
      }}
    >
      {children}
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary">
          Decide
        </Button>
      </div>
    </form>
  );
}
