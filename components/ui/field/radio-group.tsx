"use client";

import { type ReactNode, useId } from "react";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { FieldError } from "./field.tsx";
import { OptionButton, optionsClass } from "./option-button.tsx";

export type RadioOption = {
  value: string;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
  /** The key that picks this option while the group is the active one. */
  keyHint?: string;
  /** The key means something else now, such as an option of another group. */
  isKeyFaint?: boolean;
  /** A remark on the option, where options are buttons. */
  mark?: ReactNode;
};

type RadioGroupProps = {
  label: ReactNode;
  hideLabel?: boolean;
  value: string | null;
  onValueChange: (value: string) => void;
  options: readonly RadioOption[];
  /** `list` is one option per line; `buttons` are large targets side by side. */
  variant?: "list" | "buttons";
  help?: ReactNode;
  error?: string | null;
  required?: boolean;
  /** Stands between the label and the options, such as a search among them. */
  above?: ReactNode;
};

export function RadioGroup(props: RadioGroupProps) {
  const { label, hideLabel, value, onValueChange, options, variant = "list" } = props;
  const { help, error, required, above } = props;
  const name = useId();
  const Option = variant === "list" ? ListOption : ButtonOption;
  return (
    <fieldset
      aria-describedby={help || error ? `${name}-help` : undefined}
      className="flex min-w-0 flex-col gap-1"
    >
      <legend className={hideLabel ? "sr-only" : "mb-1 font-medium text-sm"}>
        {label}
        {required ? <span className="ml-1 font-normal text-faint text-xs">required</span> : null}
      </legend>
      {above}
      <div
        className={
          variant === "list"
            ? "flex flex-col gap-1.5"
            : optionsClass({ isLong: above !== undefined, hasHelp: options.some((option) => option.help) })
        }
      >
        {options.map((option) => (
          <Option
            key={option.value}
            name={name}
            option={option}
            checked={option.value === value}
            onPick={() => onValueChange(option.value)}
          />
        ))}
      </div>
      <div id={`${name}-help`} className="empty:hidden">
        <FieldError error={error} />
        {help ? <p className="text-faint text-xs">{help}</p> : null}
      </div>
    </fieldset>
  );
}

type OptionProps = { name: string; option: RadioOption; checked: boolean; onPick: () => void };

function ListOption({ name, option, checked, onPick }: OptionProps) {
  return (
    <label className="inline-flex w-fit max-w-full items-start gap-2">
      <span className="relative flex h-5 items-center">
        <input
          type="radio"
          name={name}
          value={option.value}
          checked={checked}
          disabled={option.disabled}
          onChange={onPick}
          className="size-4 appearance-none rounded-full border border-edge bg-surface transition-colors checked:border-5 checked:border-accent hover:border-muted disabled:cursor-not-allowed disabled:opacity-50"
        />
      </span>
      <span className="min-w-0 break-words">
        {option.label}
        {option.help ? <span className="block text-faint text-xs">{option.help}</span> : null}
      </span>
      {option.keyHint ? <Kbd keys={option.keyHint} className="mt-0.5" /> : null}
    </label>
  );
}

function ButtonOption({ name, option, checked, onPick }: OptionProps) {
  return <OptionButton {...option} type="radio" name={name} checked={checked} onChange={onPick} />;
}
