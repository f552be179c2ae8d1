"use client";

import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

/** What a control inside a field must carry; spread it onto the control. */
export type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
};

type FieldProps = {
  label: ReactNode;
  help?: ReactNode;
  /** What is wrong and what to do. Announced when it appears. */
  error?: string | null | undefined;
  required?: boolean;
  hideLabel?: boolean;
  children: (control: FieldControl) => ReactNode;
};

/** Label, control, help and error of one form field, tied together for screen readers. */
export function Field({ label, help, error, required, hideLabel, children }: FieldProps) {
  const id = useId();
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const control: FieldControl = {
    id,
    "aria-describedby": [errorId, helpId].filter(Boolean).join(" ") || undefined,
    "aria-invalid": error ? true : undefined,
    "aria-required": required ? true : undefined,
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "w-fit font-medium text-sm"}>
        {label}
        {required ? <span className="ml-1 font-normal text-faint text-xs">required</span> : null}
      </label>
      {children(control)}
      <FieldError id={errorId} error={error} />
      {help ? (
        <p id={helpId} className="text-faint text-xs">
          {help}
        </p>
      ) : null}
    </div>
  );
}

/** The line under a control, or under a whole form, that says what is wrong. */
export function FieldError({ id, error }: { id?: string | undefined; error: string | null | undefined }) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {error ? (
        <p id={id} data-fault className="flex items-start gap-1 text-danger-ink text-xs">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
          <span className="min-w-0 break-words">{error}</span>
        </p>
      ) : null}
    </div>
  );
}
