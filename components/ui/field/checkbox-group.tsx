"use client";

import { type ReactNode, useId } from "react";
import { FieldError } from "./field.tsx";
import { OptionButton, optionsClass } from "./option-button.tsx";
import type { RadioOption } from "./radio-group.tsx";

type CheckboxGroupProps = {
  label: ReactNode;
  values: readonly string[];
  onFlip: (value: string) => void;
  options: readonly RadioOption[];
  help?: ReactNode;
  error?: string | null;
  required?: boolean;
  /** Stands between the label and the options, such as a search among them. */
  above?: ReactNode;
  /** Stands after the options, such as a button for none of them. */
  children?: ReactNode;
};

/** Several of some options, as large targets side by side. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { label, values, onFlip, options, help, error, required, above, children } = props;
  const name = useId();
  return (
    <fieldset
      aria-describedby={help || error ? `${name}-help` : undefined}
      className="flex min-w-0 flex-col gap-1"
    >
      <legend className="mb-1 font-medium text-sm">
        {label}
        {required ? <span className="ml-1 font-normal text-faint text-xs">required</span> : null}
      </legend>
      {above}
      <div
        className={optionsClass({
          isLong: above !== undefined,
          hasHelp: options.some((option) => option.help),
        })}
      >
        {options.map((option) => (
          <OptionButton
            key={option.value}
            {...option}
            type="checkbox"
            name={name}
            checked={values.includes(option.value)}
            isInvalid={Boolean(error)}
            onChange={() => onFlip(option.value)}
          />
        ))}
        {children}
      </div>
      <div id={`${name}-help`} className="empty:hidden">
        <FieldError error={error} />
        {help ? <p className="text-faint text-xs">{help}</p> : null}
      </div>
    </fieldset>
  );
}
