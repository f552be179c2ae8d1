import type { Call } from "#lib/contract/traces/call-fields.ts";

/** Calls that lie ready in the browser, so that the desk shows them after a reload before the server has answered. */
export type PayloadCache = {
  read(callId: string): Promise<Call | null>;
  /** Keeps these and no others. */
  keep(calls: readonly Call[]): Promise<void>;
};

const DATABASE = "spindle-desk";
const STORE = "calls";

/** A cache of its own for each `owner`. Without IndexedDB it keeps nothing, and what fails is as if it were not there. */
export function openPayloadCache(owner: string): PayloadCache {
  const keyOf = (callId: string) => [owner, callId];
  return {
    read: (callId) =>
      inStore("readonly", async (store) => {
        const found: unknown = await done(store.get(keyOf(callId)));
        return isCallOf(found, callId) ? found : null;
      }).catch(() => null),
    keep: (calls) =>
      inStore("readwrite", async (store) => {
        const wanted = new Set(calls.map(({ id }) => id));
        const range = IDBKeyRange.bound([owner], [owner, []]);
        const known = await done(store.getAllKeys(range));
        const ids = known.map((key) => (Array.isArray(key) ? String(key[1]) : ""));
        for (const id of ids) if (!wanted.has(id)) store.delete(keyOf(id));
        for (const call of calls) if (!ids.includes(call.id)) store.put(call, keyOf(call.id));
      }).catch(() => {}),
  };
}

async function inStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  try {
    return await use(database.transaction(STORE, mode).objectStore(STORE));
  } finally {
    database.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}

/** Only calls are kept here, so whatever has the id is one. */
function isCallOf(value: unknown, callId: string): value is Call {
  return typeof value === "object" && value !== null && "id" in value && value.id === callId;
}
