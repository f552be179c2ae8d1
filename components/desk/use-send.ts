"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { meQuery } from "#components/account/session-queries.ts";
import { explainError } from "#components/layout/explain-error.ts";
import { queueStatsQuery, queuesKey } from "#components/queues/queue-queries.ts";
import { toast } from "#components/ui/toast-store.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { Send } from "./desk-acts.ts";
import { type DeskPlace, type Sending, sendOutcome } from "./desk-queries.ts";
import type { DeskEvent, DeskItem } from "./desk-state.ts";
import type { Outbox } from "./outbox.ts";

type Dispatch = (event: DeskEvent) => void;

/** Puts what becomes of an item into the outbox, and tells the desk how it went. */
export function useSend(
  place: DeskPlace,
  { outbox, dispatch }: { outbox: Outbox; dispatch: Dispatch },
): Send {
  const client = useQueryClient();
  const onRefused = useRefusal(dispatch);
  const { projectId, queueId } = place;
  return (sending, { carriesAnswers, onDone }) =>
    outbox.push({
      itemId: sending.item.id,
      carriesAnswers,
      run: () => sendOutcome({ projectId, queueId }, sending),
      onDone: () => {
        onDone?.();
        // Lists elsewhere are stale now; at the desk only the count of everyone's items shows it.
        void client.invalidateQueries({ queryKey: queuesKey(projectId), refetchType: "none" });
        void client.invalidateQueries({ queryKey: ["feedback", projectId, sending.item.callId] });
        if (carriesAnswers) void client.invalidateQueries(queueStatsQuery(projectId, queueId));
      },
      onRefused: (error) => onRefused(sending, { carriesAnswers, error }),
    });
}

type Refusal = { carriesAnswers: boolean; error: unknown };

function useRefusal(dispatch: Dispatch): (sending: Sending, refusal: Refusal) => void {
  const client = useQueryClient();
  const isHere = useIsHere();
  return ({ item, state }, { carriesAnswers, error }) => {
    const status = error instanceof ApiError ? error.status : null;
    const reason = explainError(error);
    // The gate around the pages finds out in the same way and asks to sign in again.
    if (status === 401) void client.resetQueries({ queryKey: meQuery.queryKey });
    if (status === 404) dispatch({ type: "vanished", item, reason });
    else if (carriesAnswers) dispatch({ type: "cameBack", item, reason });
    else if (state === "unstarted")
      toast({ title: "The undo did not get through", detail: reason, tone: "danger" });
    if (carriesAnswers && !isHere())
      toast({ title: "An answer of yours was not stored", detail: reason, tone: "danger" });
  };
}

/** Whether the desk is still on the screen when an answer arrives. */
function useIsHere(): () => boolean {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => isHere.current;
}

type Opening = { isUnstarted: boolean; dispatch: Dispatch; send: Send };

/** An item that shows is being worked on, and the server hears of it. */
export function useOpening(item: DeskItem | null, { isUnstarted, dispatch, send }: Opening): void {
  const open = useEffectEvent(() => {
    if (!item) return;
    dispatch({ type: "opened", item });
    if (isUnstarted)
      send({ item, state: "in_progress", feedback: [], replaced: [] }, { carriesAnswers: false });
  });
  const id = item?.id;
  useEffect(() => {
    // Anew for each item, and for one that became unstarted again.
    if (id !== undefined || isUnstarted) open();
  }, [id, isUnstarted]);
}
