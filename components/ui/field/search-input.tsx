"use client";

import { Search } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { Input } from "./input.tsx";

type SearchInputProps = {
  label: string;
  placeholder?: string;
  value: string;
  /** Called a moment after the last key, at once on Enter and when the field is left; `isContinued` until one of them has ended a text. */
  onCommit: (value: string, isContinued: boolean) => void;
  icon?: ReactNode;
  className?: string;
  /** Whether it is the search of its page, which `/` leads to. */
  isOfPage?: boolean;
};

const REST_MS = 350;

/** A text that narrows a list. Escape empties it. */
export function SearchInput(props: SearchInputProps) {
  const { label, placeholder, value, onCommit, icon, className, isOfPage = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const [known, setKnown] = useState(value);
  const [isBegun, setBegun] = useState(false);
  if (value !== shown) {
    setShown(value);
    // The page changed the value, for instance by clearing all filters; what was typed comes back a moment later.
    if (value !== known) {
      setKnown(value);
      setTyped(value);
      setBegun(false);
    }
  }
  const write = (text: string) => {
    // A text that was emptied is no longer the one that was begun.
    onCommit(text, isBegun && text !== "");
    setBegun(text !== "");
    setKnown(text);
  };
  const finish = (text: string) => {
    if (text.trim() !== known) write(text.trim());
    setBegun(false);
  };
  const rest = useEffectEvent(() => write(typed.trim()));
  useEffect(() => {
    if (typed.trim() === known) return;
    const timer = setTimeout(rest, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, known]);
  return (
    <span className={className}>
      {isOfPage ? <SearchKey label={label} input={input} /> : null}
      <Input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        icon={icon ?? <Search />}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => finish(typed)}
        onKeyDown={(event) => {
          if (event.key === "Enter") finish(typed);
          if (event.key !== "Escape" || typed === "") return;
          event.preventDefault();
          event.stopPropagation();
          setTyped("");
          finish("");
        }}
      />
    </span>
  );
}

type SearchKeyProps = { label: string; input: RefObject<HTMLInputElement | null> };

function SearchKey({ label, input }: SearchKeyProps) {
  useShortcuts(
    "List",
    useMemo(() => [{ keys: "/", label, run: () => input.current?.focus() }], [label, input]),
  );
  return null;
}
