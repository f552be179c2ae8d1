"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { inSlices } from "#components/ui/text/in-slices.ts";
import { type FindText, findMatches, type Match } from "./find-matches.ts";

const MAX_MATCHES = 10_000;

export type CallFind = {
  isOpen: boolean;
  query: string;
  matches: readonly Match[];
  /** From 0; -1 where nothing is found. */
  position: number;
  isSearching: boolean;
  isCut: boolean;
  open: () => void;
  close: () => void;
  setQuery: (query: string) => void;
  step: (by: -1 | 1) => void;
};

type Found = { matches: readonly Match[]; isSearching: boolean };
const NOTHING: Found = { matches: [], isSearching: false };

/** Searches everything that the call shows, folded or not. `onMatch` scrolls to a match; `texts` is read again for each search. */
export function useCallFind(
  texts: () => Iterable<FindText>,
  { key, onMatch }: { key: string; onMatch: (match: Match) => void },
): CallFind {
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [found, setFound] = useState(NOTHING);
  const [position, setPosition] = useState(-1);
  const search = useEffectEvent((signal: AbortSignal) => {
    let matches: Match[] = [];
    const onSlice = (taken: Match[][]) => {
      if (signal.aborted || matches.length >= MAX_MATCHES) return;
      const isFirst = matches.length === 0;
      matches = [...matches, ...taken.flat()].slice(0, MAX_MATCHES);
      setFound({ matches, isSearching: true });
      if (isFirst && matches[0]) go(matches, 0);
    };
    void inSlices(findMatches(texts(), query), onSlice, signal).then(() => {
      if (!signal.aborted) setFound({ matches, isSearching: false });
    });
  });
  const go = (matches: readonly Match[], index: number) => {
    const match = matches[index];
    setPosition(match ? index : -1);
    if (match) onMatch(match);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is searched is named by the key.
  useEffect(() => {
    setFound(NOTHING);
    setPosition(-1);
    if (!isOpen || query.trim() === "") return;
    const stopping = new AbortController();
    search(stopping.signal);
    return () => stopping.abort();
  }, [isOpen, query, key]);
  return {
    ...found,
    isOpen,
    query,
    position,
    isCut: found.matches.length >= MAX_MATCHES,
    open: () => setOpen(true),
    close: () => setOpen(false),
    setQuery,
    step: (by) => {
      const { length } = found.matches;
      if (length > 0) go(found.matches, (position + by + length) % length);
    },
  };
}
