"use client";

import clsx from "clsx";
import { useIsApple } from "./use-platform.ts";

const NAMES: { [key: string]: string } = {
  enter: "Enter",
  escape: "Esc",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  backspace: "Backspace",
  space: "Space",
  shift: "Shift",
};

/** Shows keys written like `mod+k`, `g t` (one after the other) or `enter`. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  const isApple = useIsApple();
  const caps = keys.split(/[ +]/).map((key) => keyName(key, isApple));
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

function keyName(key: string, isApple: boolean): string {
  if (key === "mod") return isApple ? "⌘" : "Ctrl";
  return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}
