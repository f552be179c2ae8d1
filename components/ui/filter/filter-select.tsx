"use client";

import clsx from "clsx";
import type { FieldControl } from "#components/ui/field/field.tsx";
import { Select, type SelectOption } from "#components/ui/field/select.tsx";

type FilterSelectProps = Partial<FieldControl> & {
  /** Needed where no field labels it. */
  label?: string;
  /** What the first option says, which narrows nothing. */
  any: string;
  options: readonly SelectOption[];
  /** Null is the first option. */
  value: string | null;
  onValueChange: (value: string | null) => void;
  /** What an address names and no option does, such as somebody who has left. */
  unknownLabel?: (value: string) => string;
  size?: "sm" | "md";
  /** How wide it is among other filters. */
  className?: string;
};

/** Stands for null; the primitive takes no empty value, and what lists are narrowed to is a word or an id. */
const ANY = "*";

/** A choice that narrows a list, or does not. */
export function FilterSelect({
  label,
  any,
  options,
  value,
  onValueChange,
  unknownLabel = (unknown) => unknown,
  className,
  ...looks
}: FilterSelectProps) {
  const isKnown = value === null || options.some((option) => option.value === value);
  const select = (
    <Select
      {...looks}
      {...(label ? { "aria-label": label } : {})}
      value={value ?? ANY}
      onValueChange={(picked) => onValueChange(picked === ANY ? null : picked)}
      options={[
        { value: ANY, label: any },
        ...options,
        ...(isKnown ? [] : [{ value, label: unknownLabel(value) }]),
      ]}
    />
  );
  return className ? <span className={clsx("max-sm:grow", className)}>{select}</span> : select;
}
