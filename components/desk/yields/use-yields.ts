"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { deskKey } from "#components/desk/state/desk-queries.ts";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { call } from "#lib/client/call.ts";
import { type ItemYield, queryItemYields } from "#lib/contract/datasets/item-yields.ts";
import type { FeedbackItem } from "#lib/contract/traces/feedback.ts";
import { type Saying, saidFeedback } from "./said-feedback.ts";

const SETTLED_MS = 150;
/** Who may not read datasets does not hear of new ones, and finds them at an item after that time. */
const READERS_KNOWN_MS = 30_000;

type Asked = { itemId: string; feedback: FeedbackItem[]; isFlagged: boolean };

export type Yields = {
  /** Whether any dataset takes rows from the queue; null while that is not known. */
  isRead: boolean | null;
  /** Of what is said now; null while it is being looked at. */
  found: readonly ItemYield[] | null;
  error: Error | null;
};

type SayingHere = Omit<Saying, "draft" | "item"> & {
  item: Saying["item"] & { id: string };
  draft: Saying["draft"] | null;
};

/** What the answer would yield, asked once the annotator pauses and never on the way to the next item. */
export function useYields({ draft, item, ...rest }: SayingHere): Yields {
  const { projectId, queueId } = rest.place;
  const [asked, setAsked] = useState<Asked | null>(null);
  const settle = useEffectEvent(() => {
    if (!draft) return;
    const feedback = saidFeedback({ ...rest, item, draft });
    setAsked({ itemId: item.id, feedback, isFlagged: draft.flag.isFlagged });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause again.
  useEffect(() => {
    const timer = setTimeout(settle, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [draft, item.id, rest.fields]);
  const key = [...deskKey(rest.place), "yields"] as const;
  const ask = (input: Asked, signal: AbortSignal) =>
    call(queryItemYields, { projectId, queueId, ...input }, { signal });
  const client = useQueryClient();
  useProjectLive(["datasets"], () => void client.invalidateQueries({ queryKey: key }));
  // What is said of an item changes nothing in which datasets there are.
  const readers = useQuery({
    queryKey: [...key, "readers"],
    queryFn: ({ signal }) => ask({ itemId: item.id, feedback: [], isFlagged: false }, signal),
    enabled: asked !== null,
    staleTime: READERS_KNOWN_MS,
    retry: false,
  });
  const { isStale, isFetched, refetch } = readers;
  const look = useEffectEvent(() => {
    if (isFetched && isStale) void refetch();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each item.
  useEffect(() => look(), [item.id]);
  const isRead = readers.data ? readers.data.yields.length > 0 : null;
  const isAsked = isRead === true && asked !== null;
  const isSaid = asked !== null && (asked.feedback.length > 0 || asked.isFlagged);
  const now = useQuery({
    queryKey: [...key, asked],
    queryFn: ({ signal }) => {
      if (!asked) throw new Error("Say something first");
      return ask(asked, signal);
    },
    enabled: isAsked,
    retry: false,
  });
  if (asked?.itemId !== item.id) return { isRead, found: null, error: null };
  return {
    isRead,
    // What keeps any answer from being a row is said before there is one.
    found: now.data?.yields ?? (isSaid ? null : NOTHING_SAID),
    error: isSaid ? now.error : null,
  };
}

const NOTHING_SAID: readonly ItemYield[] = [];
