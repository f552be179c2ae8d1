"use client";

import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { CallFind } from "./use-call-find.ts";

/** Searches the item: Enter goes to the next match, Shift+Enter to the previous one, Escape closes. */
export function CallFindBar({ find, onClose }: { find: CallFind; onClose: () => void }) {
  const { query, setQuery, step, matches } = find;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") onClose();
    else step(event.shiftKey ? -1 : 1);
  };
  return (
    <search className="flex shrink-0 items-center gap-1 border-line border-b px-4 py-1.5">
      <Input
        ref={input}
        type="search"
        aria-label="Find in the item"
        placeholder="Find in the item"
        icon={<Search />}
        value={query}
        spellCheck={false}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className="min-w-24 shrink-0 text-right text-muted text-xs">
        {statusText(find)}
      </span>
      <IconButton
        size="sm"
        label="Previous match"
        keys="shift+enter"
        icon={<ChevronUp />}
        disabled={matches.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        size="sm"
        label="Next match"
        keys="enter"
        icon={<ChevronDown />}
        disabled={matches.length === 0}
        onClick={() => step(1)}
      />
      <IconButton size="sm" label="Close the search" keys="escape" icon={<X />} onClick={onClose} />
    </search>
  );
}

function statusText({ query, matches, position, isSearching, isCut }: CallFind): string {
  if (query.trim() === "") return "";
  if (matches.length === 0) return isSearching ? "Searching…" : "Not found";
  return `${formatCount(position + 1)} of ${formatCount(matches.length)}${isCut || isSearching ? "+" : ""}`;
}
