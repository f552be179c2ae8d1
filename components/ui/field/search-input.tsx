"use client";

import { Search } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { Input } from "./input.tsx";

type SearchInputProps = {
  label: string;
  placeholder?: string;
  value: string;
  /** Called a moment after the last key, at once on Enter and when the field is left. */
  onCommit: (value: string) => void;
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
  const [known, setKnown] = useState(value);
  if (value !== known) {
    // The page changed the value, for instance by clearing all filters.
    setKnown(value);
    setTyped(value);
  }
  const commit = (text: string) => {
    if (text.trim() === known) return;
    setKnown(text.trim());
    onCommit(text.trim());
  };
  useEffect(() => {
    if (typed.trim() === known) return;
    const timer = setTimeout(() => {
      setKnown(typed.trim());
      onCommit(typed.trim());
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, known, onCommit]);
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
        onBlur={() => commit(typed)}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit(typed);
          if (event.key !== "Escape" || typed === "") return;
          event.preventDefault();
          event.stopPropagation();
          setTyped("");
          commit("");
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
