"use client";

import clsx from "clsx";
import { Check } from "lucide-react";
import { Slot } from "radix-ui";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from "react";
import { Link } from "#components/ui/button/link.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { SECOND_PRESS_MS, useMenuParts } from "./menu-parts.ts";

const MenuPlane = late(() => import("./menu-plane.tsx").then((file) => file.MenuPlane), { when: "idle" });

type MenuProps = {
  /** The button that opens it; it must carry its own name. */
  trigger: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  className?: string;
  children: ReactNode;
};

/** The keys that open it on its button. */
const OPENING_KEYS = ["Enter", " ", "ArrowDown"];

export function Menu({ trigger, align = "start", side = "bottom", className, children }: MenuProps) {
  const [id, buttonId] = [useId(), useId()];
  const button = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  const [isOpen, setOpen] = useState(false);
  /** When a key opened it last, by the clock of events. */
  const openedAt = useRef(Number.NEGATIVE_INFINITY);
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    // The focus is the menu's, once it is open.
    if (!isOpen) event.preventDefault();
    setOpen(!isOpen);
  };
  const pressKey = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.includes(event.key)) return;
    event.preventDefault();
    // On a slow machine the second press reaches the button before the open menu takes the focus.
    if (event.repeat || (isOpen && event.timeStamp - openedAt.current < SECOND_PRESS_MS)) return;
    if (!isOpen) openedAt.current = event.timeStamp;
    setOpen(event.key === "ArrowDown" || !isOpen);
  };
  return (
    <>
      <Slot.Root
        ref={button}
        id={buttonId}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
        onPointerDown={press}
        onKeyDown={pressKey}
      >
        {trigger}
      </Slot.Root>
      {isNear || isOpen ? (
        <MenuPlane
          id={id}
          button={button}
          labelledBy={buttonId}
          open={isOpen}
          onOpenChange={setOpen}
          align={align}
          side={side}
          className={className}
        >
          {children}
        </MenuPlane>
      ) : null}
    </>
  );
}

const ITEM =
  "flex min-w-0 select-none items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-hover pointer-coarse:py-2.5";

type MenuItemProps = {
  icon?: ReactNode;
  keys?: string;
  tone?: "normal" | "danger";
  disabled?: boolean;
  children: ReactNode;
} & ({ onSelect: () => void; href?: never } | { href: string; onSelect?: never });

export function MenuItem({
  icon,
  keys,
  tone = "normal",
  disabled = false,
  children,
  href,
  onSelect,
}: MenuItemProps) {
  const { Radix, button } = useMenuParts();
  // What the item opens gives the focus back to where it found it, and the item is gone by then.
  const select = () => {
    button.current?.focus();
    onSelect?.();
  };
  const inside = (
    <>
      <MenuGlyph>{icon}</MenuGlyph>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {keys ? <Kbd keys={keys} /> : null}
    </>
  );
  const className = clsx(ITEM, tone === "danger" && "text-danger-ink");
  if (href !== undefined)
    return (
      <Radix.Item asChild disabled={disabled} className={className}>
        <Link href={href}>{inside}</Link>
      </Radix.Item>
    );
  return (
    <Radix.Item disabled={disabled} onSelect={select} className={className}>
      {inside}
    </Radix.Item>
  );
}

type MenuChoiceProps<V extends string> = {
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  options: readonly { value: V; label: string; icon?: ReactNode }[];
};

/** One of several, with a tick on the current one. */
export function MenuChoice<V extends string>({ label, value, onValueChange, options }: MenuChoiceProps<V>) {
  const { Radix } = useMenuParts();
  return (
    <Radix.RadioGroup
      value={value}
      onValueChange={(picked) => {
        const option = options.find((one) => one.value === picked);
        if (option) onValueChange(option.value);
      }}
      aria-label={label}
    >
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={ITEM}>
          <MenuGlyph>{option.icon}</MenuGlyph>
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden="true" className="size-3.5" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

type MenuToggleProps = { checked: boolean; onCheckedChange: (checked: boolean) => void; children: ReactNode };

/** A tick that leaves the menu open, for switching several in a row. */
export function MenuToggle({ checked, onCheckedChange, children }: MenuToggleProps) {
  const { Radix } = useMenuParts();
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => event.preventDefault()}
      className={ITEM}
    >
      <span className="flex size-3.5 shrink-0 items-center">
        <Radix.ItemIndicator>
          <Check aria-hidden="true" className="size-3.5" />
        </Radix.ItemIndicator>
      </span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Radix.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Radix } = useMenuParts();
  return <Radix.Label className="px-2 pt-1.5 pb-1 font-medium text-faint text-xs">{children}</Radix.Label>;
}

export function MenuSeparator() {
  const { Radix } = useMenuParts();
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}

function MenuGlyph({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <span aria-hidden="true" className="inline-flex shrink-0 text-faint [&>svg]:size-3.5">
      {children}
    </span>
  );
}
