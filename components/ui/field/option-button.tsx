"use client";

import clsx from "clsx";
import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Kbd } from "#components/ui/mount/kbd.tsx";

type OptionButtonProps = {
  type: "radio" | "checkbox";
  name: string;
  value: string;
  label: ReactNode;
  /** When to choose it; stands below the label, and describes the option to screen readers. */
  help?: ReactNode;
  checked: boolean;
  disabled?: boolean | undefined;
  isInvalid?: boolean | undefined;
  /** The key that picks it; `isKeyFaint` while the key means something else. */
  keyHint?: string | undefined;
  isKeyFaint?: boolean | undefined;
  /** A remark on the option, such as that it is suggested. */
  mark?: ReactNode;
  describedBy?: string | undefined;
  onChange: () => void;
};

/** A radio or checkbox as a large target: the whole button is the control. */
export function OptionButton(props: OptionButtonProps) {
  const { type, name, value, label, help, checked, disabled, isInvalid, keyHint, isKeyFaint } = props;
  const { mark, describedBy, onChange } = props;
  const id = useId();
  return (
    <label
      className={clsx(
        "relative inline-flex min-h-8 max-w-full items-baseline gap-2 rounded-md border px-2.5 py-1.5 leading-4.5 transition-colors pointer-coarse:min-h-11 pointer-coarse:py-3",
        "has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-1",
        // Where nothing was pressed yet, a ring of the colour of what is chosen would read as chosen.
        "pointer-coarse:has-focus-visible:outline-dashed pointer-coarse:has-focus-visible:outline-offset-2",
        checked
          ? "border-accent bg-accent-tint font-medium text-accent-ink"
          : "border-edge bg-surface hover:bg-hover",
        disabled && "cursor-not-allowed opacity-50",
      )}
    >
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        aria-invalid={isInvalid || undefined}
        aria-labelledby={`${id}-label`}
        aria-describedby={
          [help ? `${id}-help` : null, mark ? `${id}-mark` : null, describedBy].filter(Boolean).join(" ") ||
          undefined
        }
        className="absolute -inset-px size-[calc(100%+2px)] cursor-pointer appearance-none rounded-md outline-none"
      />
      {type === "checkbox" ? <Tick isChecked={checked} /> : null}
      {keyHint ? (
        <span
          aria-hidden="true"
          className={clsx(
            "inline-flex pointer-coarse:hidden",
            !isKeyFaint && "[&_kbd_kbd]:border-accent [&_kbd_kbd]:bg-surface [&_kbd_kbd]:text-accent-ink",
          )}
        >
          <Kbd keys={keyHint} />
        </span>
      ) : null}
      <span className="min-w-0 break-words">
        <span id={`${id}-label`}>{label}</span>
        {help ? (
          <span id={`${id}-help`} className="block font-normal text-muted text-xs">
            {help}
          </span>
        ) : null}
      </span>
      {mark ? (
        <span id={`${id}-mark`} className={clsx("shrink-0 font-normal text-xs", !checked && "text-muted")}>
          {mark}
        </span>
      ) : null}
    </label>
  );
}

/** Several may be chosen, which a box to tick says; the whole button is what is pressed. */
function Tick({ isChecked }: { isChecked: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "mt-px inline-flex size-4 shrink-0 items-center justify-center self-start rounded-sm border",
        isChecked ? "border-accent bg-accent text-inverse" : "border-edge bg-surface",
      )}
    >
      {isChecked ? <Check strokeWidth={3} className="size-3" /> : null}
    </span>
  );
}

/** Side by side, under a finger over the whole width; those with a help stand one below the other, and a list of many scrolls by itself. */
export function optionsClass({ isLong, hasHelp }: { isLong: boolean; hasHelp: boolean }): string {
  return clsx(
    "flex gap-1.5",
    isLong || hasHelp
      ? "flex-col [&>label]:shrink-0"
      : "flex-wrap pointer-coarse:[&>label]:min-w-24 pointer-coarse:[&>label]:grow pointer-coarse:[&>label]:justify-center",
    isLong && "max-h-64 overflow-y-auto p-0.5",
  );
}
