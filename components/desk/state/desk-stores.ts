import type { QueryClient } from "@tanstack/react-query";
import { queuesKey } from "#components/queues/parts/queue-queries.ts";
import { meQuery } from "#components/session/session-queries.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { type DeskPlace, deskItem, deskKey, sendAct } from "./desk-queries.ts";
import { type Act, type Held, isMoot, type Trouble } from "./desk-state.ts";
import { openDeskStorage, type TextStore } from "./desk-storage.ts";
import { createDeskStore, type DeskStore } from "./desk-store.ts";
import { onceSeen, seen } from "./seen.ts";
import { isFinal, pauseBeforeRetry, troubleOf } from "./sending-rules.ts";

const stores = new Map<string, DeskStore>();

/** The one desk of a queue in this tab. It outlives its page, so that what was done at it is still sent. */
export function deskStoreOf(place: DeskPlace, client: QueryClient): DeskStore {
  const key = `${place.userId} ${place.projectId} ${place.queueId}`;
  const store = stores.get(key) ?? makeStore(place, client);
  stores.set(key, store);
  return store;
}

function makeStore(place: DeskPlace, client: QueryClient): DeskStore {
  const stores = { browser: storeOf(() => localStorage), tab: storeOf(() => sessionStorage) };
  return createDeskStore({
    storage: openDeskStorage(place, stores, onceSeen),
    seen,
    send: async (act) => {
      try {
        const { item, own } = await sendAct(place, act);
        return { item: deskItem(item), own };
      } catch (error) {
        // The gate around the pages finds out in the same way and asks to sign in again.
        if (error instanceof ApiError && error.status === 401)
          void client.resetQueries({ queryKey: meQuery.queryKey });
        throw error;
      }
    },
    isFinal,
    pause: pauseBeforeRetry,
    troubleOf,
    onStored: (act) => refresh(place, client, act),
    onRefused: (act, trouble) => tellRefusal(act, trouble),
  });
}

/** Marks other lists as stale and refreshes the rail's lists; the rail's counts are updated live. */
function refresh(place: DeskPlace, client: QueryClient, act: Act): void {
  void client.invalidateQueries({ queryKey: queuesKey(place.projectId), refetchType: "none" });
  void client.invalidateQueries({ queryKey: ["feedback", place.projectId, act.held.item.callId] });
  void client.invalidateQueries({ queryKey: [...deskKey(place), "rail"] });
}

/** Reports a refusal in a toast if the desk is closed, or for an undo; at the desk the item itself shows it. */
function tellRefusal({ state, held }: Act, trouble: Trouble): void {
  const { reason } = trouble;
  const lost = state === "completed" ? "Your answer to it was not counted." : "";
  const isHere = document.querySelector("[data-desk]") !== null;
  if (isMoot(trouble)) sayMoot(held, `${reason} ${lost}`.trim());
  else if (state === "in_progress")
    toast({ title: "The undo did not get through", detail: reason, tone: "danger" });
  else if (!isHere) toast({ title: "An answer of yours was not stored", detail: reason, tone: "danger" });
}

/** Says why the desk has moved on by itself. */
export function sayMoot({ item: { awaited } }: Pick<Held, "item">, detail: string): void {
  const title = awaited ? "Nobody waits for this item any more" : "An item is no longer in the queue";
  toast({ title, detail });
}

const NO_STORE: TextStore = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {},
  removeItem: () => {},
};

/** A browser may forbid its storage altogether. */
function storeOf(open: () => Storage): TextStore {
  try {
    return open();
  } catch {
    return NO_STORE;
  }
}
