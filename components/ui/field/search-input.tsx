"use client";

import { Search } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Input } from "./input.tsx";

type SearchInputProps = {
  label: string;
  placeholder?: string;
  value: string;
  /** Called a moment after the last key, at once on Enter and when the field is left. */
  onCommit: (value: string) => void;
  icon?: ReactNode;
  className?: string;
};

const REST_MS = 350;

/** A text that narrows a list. Escape empties it. */
export function SearchInput({ label, placeholder, value, onCommit, icon, className }: SearchInputProps) {
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
      <Input
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
