"use client";

import clsx from "clsx";
import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { useOverlayHost } from "#components/ui/mount/overlay-host.tsx";
import { useHydrated } from "#components/ui/use-platform.ts";
import type { FieldControl } from "./field.tsx";
import { useOptionKeys } from "./option-keys.ts";

export type SelectOption = { value: string; label: string; help?: string; disabled?: boolean };

type SelectProps = Partial<FieldControl> & {
  /** Null shows the placeholder. */
  value: string | null;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string;
  /** Needed where no field labels it. */
  "aria-label"?: string;
  disabled?: boolean;
  size?: "sm" | "md";
  icon?: ReactNode;
  className?: string;
};

export function Select(props: SelectProps) {
  const {
    value,
    onValueChange,
    options,
    placeholder = "Choose…",
    disabled,
    size = "md",
    icon,
    className,
  } = props;
  const hydrated = useHydrated();
  const host = useOverlayHost();
  const onKeys = useOptionKeys();
  const face = clsx(
    "control inline-flex w-full min-w-0 items-center gap-2 text-left",
    size === "sm" ? "h-7 px-2 text-xs! pointer-coarse:h-9" : "h-8 px-2.5 pointer-coarse:h-10",
    className,
  );
  const shown = options.find((option) => option.value === value);
  const inside = (
    <>
      {icon ? (
        <span aria-hidden="true" className="text-faint [&>svg]:size-3.5">
          {icon}
        </span>
      ) : null}
      <span className={clsx("min-w-0 flex-1 truncate", !shown && "text-faint")}>
        {shown?.label ?? placeholder}
      </span>
      <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
    </>
  );
  const named = {
    id: props.id,
    "aria-label": props["aria-label"],
    "aria-describedby": props["aria-describedby"],
    "aria-invalid": props["aria-invalid"],
  };
  // Radix renders a hidden native select with inline styles on the server, which the content policy forbids.
  if (!hydrated)
    return (
      <button
        type="button"
        role="combobox"
        aria-expanded={false}
        aria-controls={undefined}
        {...named}
        disabled={disabled}
        className={face}
      >
        {inside}
      </button>
    );
  return (
    <Radix.Root value={value ?? ""} onValueChange={onValueChange} disabled={disabled ?? false}>
      <Radix.Trigger
        {...named}
        aria-required={props["aria-required"]}
        className={face}
        onKeyDown={leaveSubmitting}
      >
        {inside}
      </Radix.Trigger>
      <Radix.Portal container={host}>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          onKeyDownCapture={onKeys}
          className="floating z-60 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(28rem,calc(100vw-1rem))] animate-rise overflow-y-auto p-1"
        >
          {options.map((option) => (
            <SelectItem key={option.value} option={option} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Control and Enter is a shortcut of the page, such as to submit; the list would open on any Enter. Only the list is held back from it: the page still hears the key. */
function leaveSubmitting(event: KeyboardEvent): void {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.defaultPrevented = true;
}

function SelectItem({ option }: { option: SelectOption }) {
  return (
    <Radix.Item
      value={option.value}
      disabled={option.disabled ?? false}
      className="relative flex select-none items-start gap-2 rounded-sm py-1.5 pr-2 pl-7 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-hover pointer-coarse:py-2.5"
    >
      <Radix.ItemIndicator className="absolute top-2 left-2">
        <Check aria-hidden="true" className="size-3.5" />
      </Radix.ItemIndicator>
      <span className="min-w-0">
        <Radix.ItemText>{option.label}</Radix.ItemText>
        {option.help ? <span className="block text-faint text-xs">{option.help}</span> : null}
      </span>
    </Radix.Item>
  );
}
