"use client";

import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "id" | "type" | "checked" | "onChange" | "size"> & {
  checked: boolean;
  /** Some but not all of what it stands for. */
  indeterminate?: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  hideLabel?: boolean;
  help?: ReactNode;
};

/** The browser's own checkbox, restyled: it needs no script to be correct in forms and for screen readers. */
export function Checkbox(props: CheckboxProps) {
  const {
    checked,
    indeterminate = false,
    onCheckedChange,
    label,
    hideLabel,
    help,
    className,
    ...rest
  } = props;
  const input = useId();
  const box = (
    <span className="relative inline-flex size-4 shrink-0 items-center justify-center">
      <input
        {...rest}
        id={input}
        type="checkbox"
        checked={checked}
        onChange={(event) => onCheckedChange(event.target.checked)}
        ref={(input) => {
          if (input) input.indeterminate = indeterminate;
        }}
        className="peer size-4 appearance-none rounded-sm border border-edge bg-surface transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-muted disabled:cursor-not-allowed disabled:opacity-50"
      />
      <span aria-hidden="true" className="pointer-events-none absolute text-inverse [&>svg]:size-3">
        {indeterminate ? <Minus strokeWidth={3} /> : checked ? <Check strokeWidth={3} /> : null}
      </span>
    </span>
  );
  return (
    <label htmlFor={input} className={clsx("inline-flex items-start gap-2", className)}>
      <span className="flex h-5 items-center">{box}</span>
      <span className={hideLabel ? "sr-only" : "min-w-0 break-words"}>
        {label}
        {help ? <span className="block text-faint text-xs">{help}</span> : null}
      </span>
    </label>
  );
}
