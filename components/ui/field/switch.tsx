"use client";

import clsx from "clsx";
import type { ReactNode } from "react";

type SwitchProps = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
  className?: string;
};

/** For settings that take effect at once; what waits for a submit is a checkbox. */
export function Switch({ checked, onCheckedChange, label, help, disabled, className }: SwitchProps) {
  return (
    <label className={clsx("inline-flex items-start gap-2", className)}>
      <span className="relative inline-flex h-5 w-8 shrink-0 items-center">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className="peer h-4.5 w-8 appearance-none rounded-full border border-edge bg-sunken transition-colors checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute left-1 size-3 rounded-full bg-muted transition-transform peer-checked:translate-x-3 peer-checked:bg-inverse"
        />
      </span>
      <span className="min-w-0 break-words">
        {label}
        {help ? <span className="block text-faint text-xs">{help}</span> : null}
      </span>
    </label>
  );
}
