"use client";

import clsx from "clsx";
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Command, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useIsApple } from "#components/ui/use-platform.ts";

/** Drawn, since not every system has letters for them. */
const SIGNS: { [key: string]: { icon: LucideIcon; name: string } } = {
  arrowup: { icon: ArrowUp, name: "Arrow up" },
  arrowdown: { icon: ArrowDown, name: "Arrow down" },
  arrowleft: { icon: ArrowLeft, name: "Arrow left" },
  arrowright: { icon: ArrowRight, name: "Arrow right" },
};

const NAMES: { [key: string]: string } = {
  enter: "Enter",
  escape: "Esc",
  backspace: "Backspace",
  space: "Space",
  shift: "Shift",
};

/** Shows keys written like `mod+k`, `g t` (one after the other) or `enter`. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  const isApple = useIsApple();
  const caps = keys.split(/[ +]/).map((key) => keyCap(key, isApple));
  return (
    <kbd className={clsx("inline-flex shrink-0 items-center gap-0.5 font-sans", className)}>
      {caps.map((cap, i) => (
        <kbd
          // biome-ignore lint/suspicious/noArrayIndexKey: the caps of one shortcut never move, and may repeat.
          key={i}
          className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-2xs text-muted"
        >
          {cap}
        </kbd>
      ))}
    </kbd>
  );
}

function keyCap(key: string, isApple: boolean): ReactNode {
  const sign = key === "mod" && isApple ? { icon: Command, name: "Command" } : SIGNS[key];
  if (sign) return <sign.icon role="img" aria-label={sign.name} className="size-2.5" />;
  if (key === "mod") return "Ctrl";
  return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}
