"use client";

import { useImperativeHandle, useMemo, useRef, useState } from "react";
import { useAroundCall } from "#components/calls/around/thread-turns.tsx";
import { notRepeated } from "#components/calls/parts/repeated-calls.ts";
import { useMadeCalls } from "#components/calls/parts/use-made-calls.ts";
import type { MadeCall } from "#components/conversation/made-calls.tsx";
import { useJudgedInSight } from "#components/conversation/use-judged-in-sight.ts";
import { textsOfParts } from "#components/desk/find/call-find-texts.ts";
import { useHighlights } from "#components/desk/find/call-highlights.ts";
import type { Match } from "#components/desk/find/find-matches.ts";
import { useCallFind } from "#components/desk/find/use-call-find.ts";
import { type CallPart, isReading, partsOf, withMarking } from "#components/desk/parts/call-parts.ts";
import type { DeskCallProps } from "#components/desk/state/desk-handles.ts";
import { useMarking } from "#components/queues/passages/marking.tsx";
import type { Revealed } from "#components/ui/mount/reveal.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { splitTurns } from "#lib/contract/conversation/split-turns.ts";
import { BLIND_OP_NAME } from "#lib/contract/evaluation/blind-answers.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { placesOfErrors, placesOfToolCalls } from "./call-jumps.ts";
import { useCallViews } from "./call-views.ts";
import { usePassages } from "./use-passages.ts";
import { AS_LOADED } from "./use-payloads.ts";

/** The place of what went wrong in the call as a whole. */
export const EXCEPTION = "exception";

type CallViewProps = Pick<DeskCallProps, "item" | "isWhole" | "onWhole" | "ref"> & {
  call: Call;
  /** Who compares two must not learn which model said what. */
  isBlindPair: boolean;
};

/** What is open of a call and what is searched in it, as the desk's keys and the panel itself handle it. */
export function useCallView(props: CallViewProps) {
  const { call, item, isWhole, onWhole, ref, isBlindPair } = props;
  const { displayFields } = item;
  const isMarked = useMarking() !== null;
  const parts = useMemo(() => {
    const all = partsOf(call, displayFields, isWhole);
    return isMarked ? withMarking(all) : all;
  }, [call, displayFields, isWhole, isMarked]);
  const views = useCallViews();
  const around = useAroundCall(call);
  const loaded = useMadeCalls(call, AS_LOADED);
  const { calls } = loaded;
  const shown = useMemo(() => calls && callsToShow(calls, parts, isBlindPair), [calls, parts, isBlindPair]);
  const made = { ...loaded, calls: shown };
  const madeNow = made.calls ?? [];
  // Who compares two blindly reads all that both answered; the beginning of it may hold their instructions.
  const isCopy = call.opName === BLIND_OP_NAME;
  const [isThreadOpen, setThreadOpen] = useState(isCopy);
  const scroller = useRef<HTMLDivElement>(null);
  const { revealed, reveal, jump } = useReveal();
  useJudgedInSight(scroller, isThreadOpen !== isCopy || revealed !== null);
  const back = useRef<Element | null>(null);
  const shownAs = parts.map((part) => `${part.anchor} ${views.of(part)}`).join("\n");
  const find = useCallFind(() => textsOfParts(parts, views.of, madeNow), {
    key: `${shownAs}\n${madeNow.length}`,
    onMatch: reveal,
  });
  const current = find.isOpen ? (find.matches[find.position] ?? null) : null;
  useHighlights(scroller, { query: find.isOpen ? find.query.trim() : "", current, revealed });
  const closeFind = () => {
    find.close();
    if (back.current instanceof HTMLElement) back.current.focus({ preventScroll: true });
  };
  const openFind = () => {
    if (!find.isOpen) back.current = document.activeElement;
    find.open();
  };
  const read = parts.filter((part) => isReading(views.of(part)));
  const passages = usePassages({ parts, views, reveal });
  useImperativeHandle(ref, () => ({
    cycleView: () => views.cycle(parts),
    find: openFind,
    nextToolCall: () => jump("tool call", placesOfToolCalls(read, madeNow)),
    nextError: () =>
      jump("error", [...placesOfErrors(read, madeNow), ...(call.exception ? [EXCEPTION] : [])]),
    toggleThread: () => setThreadOpen(!isThreadOpen),
    toggleWhole: () => onWhole(!isWhole),
    ...passages,
  }));
  return {
    scroller,
    parts,
    views,
    around,
    made,
    revealed,
    find: { ...find, open: openFind },
    closeFind,
    thread: { isOpen: isThreadOpen, onFlip: () => setThreadOpen(!isThreadOpen) },
    hasHistory: parts.some(({ messages }) => splitTurns(messages).turnCount > 0),
  };
}

/** Omits calls that the messages already show, and model calls in a blind comparison, which would reveal the model. */
function callsToShow(
  calls: readonly MadeCall[],
  parts: readonly CallPart[],
  isBlindPair: boolean,
): MadeCall[] {
  const blind = isBlindPair ? calls.filter(({ asksModel }) => !asksModel) : calls;
  const last = parts.flatMap(({ messages }) => messages.slice(splitTurns(messages).earlierCount));
  return notRepeated(blind, last);
}

/** What was asked for last, by the search or by a jump. */
function useReveal() {
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const next = (anchor: string, offset: number | null) =>
    setRevealed({ anchor, offset, stamp: (revealed?.stamp ?? 0) + 1 });
  return {
    revealed,
    reveal: ({ anchor, offset }: Pick<Match, "anchor" | "offset">) => next(anchor, offset),
    jump: (what: string, places: readonly string[]) => {
      const at = revealed ? places.indexOf(revealed.anchor) : -1;
      const place = places[(at + 1) % places.length];
      if (place === undefined) toast({ title: `There is no ${what} in the visible part.` });
      else next(place, null);
    },
  };
}
