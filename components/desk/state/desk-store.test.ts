import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { AnnotationState } from "#lib/contract/annotation/queues.ts";
import { aTextStore, held, leavingOf, OWN, PLACE } from "./desk-fixtures.ts";
import type { Act, Held, Trouble } from "./desk-state.ts";
import { currentOf, type DeskState, isDone, stateOf } from "./desk-state.ts";
import { openDeskStorage } from "./desk-storage.ts";
import { createDeskStore } from "./desk-store.ts";
import { type Draft, emptyDraft, setNote } from "./draft.ts";
import { skipping, submission, takingBack } from "./leaving.ts";

class Refusal extends Error {}

type Fate = "arrives" | "fails" | "answer is lost" | "refused";

/** What the service keeps of one annotator: the notes of each item under their ids, its state and its revision. */
function aServer(nextFate: () => Fate) {
  const items = new Map<string, { state: AnnotationState; revision: number; notes: Map<string, string> }>();
  const answered = new Map<string, number>();
  const log: string[] = [];
  const itemOf = (id: string) => {
    const item = items.get(id) ?? { state: "unstarted", revision: 0, notes: new Map<string, string>() };
    items.set(id, item);
    return item;
  };
  async function send(act: Act) {
    const item = itemOf(act.held.item.id);
    const fate = nextFate();
    if (fate === "fails") throw new TypeError("Failed to fetch");
    if (!answered.has(act.key)) {
      if (act.revision !== item.revision) throw new Refusal("stale");
      if (fate === "refused" && act.state === "completed") throw new Refusal("refused");
      for (const id of act.replaced) item.notes.delete(id);
      for (const { id, payload } of act.feedback) item.notes.set(id ?? "", String(payload.note));
      item.state = act.state;
      item.revision++;
      answered.set(act.key, item.revision);
      log.push(act.key);
    }
    if (fate === "answer is lost") throw new TypeError("Failed to fetch");
    return {
      item: { ...act.held.item, myAnnotationState: act.state },
      own: { ...OWN, revision: answered.get(act.key) ?? 0 },
    };
  }
  return { send, itemOf, log };
}

const troubleOf = (error: unknown): Trouble => ({ kind: "refused", reason: String(error), problems: {} });

function aDesk(server: ReturnType<typeof aServer>, stores = { browser: aTextStore(), tab: aTextStore() }) {
  let isAlive = true;
  const store = createDeskStore({
    storage: openDeskStorage(PLACE, stores),
    // A page that is gone hears no answer.
    send: (act) => server.send(act).finally(() => (isAlive ? undefined : new Promise(() => {}))),
    isFinal: (error) => error instanceof Refusal,
    // A page that is gone sees nothing more.
    seen: () => Promise.resolve().then(() => (isAlive ? undefined : new Promise<void>(() => {}))),
    pause: () => Promise.resolve(),
    troubleOf,
  });
  const leave = () => {
    isAlive = false;
  };
  return { store, stores, leave };
}

async function drained(store: ReturnType<typeof createDeskStore>): Promise<void> {
  for (let turn = 0; turn < 10_000 && store.read().acts.length > 0; turn++) await Promise.resolve();
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

/** What the form shows: the draft of the desk, else what the server has. */
function shownDraft(state: DeskState, { item }: Held, server?: ReturnType<typeof aServer>): Draft {
  const [stored] = server?.itemOf(item.id).notes ?? [];
  const note = stored ? { id: stored[0], text: stored[1], isStored: true } : emptyDraft().note;
  return state.items[item.id]?.draft ?? { ...emptyDraft(), note };
}

/** Somebody who leaves an item with that note. */
function leavingWith(state: DeskState, one: Held, text: string, server?: ReturnType<typeof aServer>) {
  return leavingOf(state, one, setNote(shownDraft(state, one, server), text));
}

type Step = "submit" | "skip" | "undo" | "wait" | "reload" | "back";

const steps = fc.array(
  fc.constantFrom<Step>("submit", "submit", "submit", "skip", "undo", "undo", "wait", "reload", "back"),
  { minLength: 1, maxLength: 40 },
);
const fates = fc.infiniteStream(
  fc.constantFrom<Fate>("arrives", "arrives", "arrives", "fails", "answer is lost", "refused"),
);

test("whatever is done and whatever fails: nothing is lost, each act counts once and in order, and only the last version stands", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fates, async (list, fate) => {
      const server = aServer(() => fate.next().value ?? "arrives");
      const items = Array.from({ length: 4 }, (_, i) => held(`item${i}`));
      let { store, stores, leave } = aDesk(server);
      store.dispatch({ type: "reserved", held: items, asked: [] });
      const pushed: string[] = [];
      const said = new Map<string, { text: string; state: "completed" | "skipped" | "in_progress" }>();
      for (const [n, step] of list.entries()) {
        const state = store.read();
        const current = currentOf(state);
        if (step === "wait") await drained(store);
        else if (step === "reload") {
          leave();
          ({ store, leave } = aDesk(server, stores));
        } else if (step === "back") {
          const itemId = state.trail[n % Math.max(1, state.trail.length)];
          if (itemId !== undefined) store.dispatch({ type: "walked", itemId });
        } else if (step === "undo") {
          const back = takingBack(state);
          if (!back) continue;
          const recalled = back.act === null ? state.undo.at(-1)?.key : undefined;
          store.dispatch({ type: "undone", draft: back.draft, act: back.act });
          if (back.act) pushed.push(back.act.key);
          if (recalled !== undefined) pushed.splice(pushed.indexOf(recalled), 1);
          const text = said.get(back.last.itemId)?.text ?? "";
          said.set(back.last.itemId, { text, state: "in_progress" });
        } else if (current) {
          const leaving = leavingWith(state, current, `${current.item.id} ${n}`, server);
          const act = step === "submit" ? submission(leaving) : skipping(leaving, null);
          store.dispatch({ type: "left", act, before: leaving.draft });
          pushed.push(act.key);
          said.set(current.item.id, { text: leaving.draft.note.text, state: act.state });
        }
      }
      await drained(store);
      const end = store.read();
      expect(end.acts).toEqual([]);
      // What arrived did so in the order in which it was done.
      expect(server.log).toEqual(pushed.filter((key) => server.log.includes(key)));
      expect(new Set(server.log).size).toBe(server.log.length);
      for (const [id, { text, state }] of said) {
        const stored = server.itemOf(id);
        const isRefused = (end.items[id]?.trouble ?? null) !== null;
        const words = [...stored.notes.values()];
        expect(words.length).toBeLessThanOrEqual(1);
        if (!isRefused && state === "completed") expect(words).toEqual([text]);
        if (!isRefused && state === "skipped") expect(words).toEqual([]);
        // What did not get through is on the desk, with the words that were said last.
        if (isRefused || state !== "completed") expect(end.items[id]?.draft?.note.text).toBe(text);
        const item = end.items[id]?.held?.item;
        if (isRefused && item && !isDone(stored.state)) expect(isDone(stateOf(end, item))).toBe(false);
      }
    }),
    { numRuns: 400 },
  );
});

test("what was done without a connection is sent in order by the next visit, under the same keys", async () => {
  let isUp = false;
  const server = aServer(() => (isUp ? "arrives" : "fails"));
  const never = new Promise<void>(() => {});
  const stores = { browser: aTextStore(), tab: aTextStore() };
  const storage = openDeskStorage(PLACE, stores);
  const seen = () => Promise.resolve();
  const ports = { storage, seen, send: server.send, isFinal: () => false, pause: () => never, troubleOf };
  const offline = createDeskStore(ports);
  const [one, two] = [held("one"), held("two")];
  offline.dispatch({ type: "reserved", held: [one, two], asked: [] });
  const keys = [one, two].map((item) => {
    const leaving = leavingWith(offline.read(), item, item.item.id);
    const act = submission(leaving);
    offline.dispatch({ type: "left", act, before: leaving.draft });
    return act.key;
  });
  await vi.waitUntil(() => offline.readSending().isStuck, { timeout: 15_000 });
  expect(offline.readSending()).toEqual({ waiting: 2, isStuck: true });
  isUp = true;
  const { store } = aDesk(server, stores);
  expect(store.read().undo).toHaveLength(2);
  await drained(store);
  expect(server.log).toEqual(keys);
  expect([...server.itemOf("two").notes.values()]).toEqual(["two"]);
  expect(store.readSending()).toEqual({ waiting: 0, isStuck: false });
});

test("someone else at the same browser finds nothing of it", () => {
  const stores = { browser: aTextStore(), tab: aTextStore() };
  const { store } = aDesk(
    aServer(() => "fails"),
    stores,
  );
  store.dispatch({ type: "reserved", held: [held("one")], asked: [] });
  store.dispatch({ type: "edited", itemId: "one", draft: setNote(emptyDraft(), "mine") });
  expect(openDeskStorage(PLACE, stores).load().items.one?.draft?.note.text).toBe("mine");
  const other = openDeskStorage({ ...PLACE, userId: "ben" }, stores).load();
  expect([other.lane, other.items]).toEqual([[], {}]);
});

test("a draft that is not sent is there again, with the revision that it began with", () => {
  const stores = { browser: aTextStore(), tab: aTextStore() };
  const server = aServer(() => "arrives");
  const { store } = aDesk(server, stores);
  store.dispatch({ type: "reserved", held: [{ ...held("one"), own: { ...OWN, revision: 3 } }], asked: [] });
  store.dispatch({ type: "edited", itemId: "one", draft: setNote(emptyDraft(), "begun") });
  const again = openDeskStorage(PLACE, stores).load();
  expect(again).toMatchObject({ lane: ["one"], current: "one", items: { one: { base: 3 } } });
  expect(again.items.one?.draft?.note.text).toBe("begun");
});

test("what was read of the guidelines is known after a reload of the tab, and in no other tab", () => {
  const stores = { browser: aTextStore(), tab: aTextStore() };
  const { store } = aDesk(
    aServer(() => "arrives"),
    stores,
  );
  expect(store.read().readGuidelines).toBeNull();
  store.dispatch({ type: "guidelinesRead", text: "Be fair." });
  expect(openDeskStorage(PLACE, stores).load().readGuidelines).toBe("Be fair.");
  expect(openDeskStorage(PLACE, { ...stores, tab: aTextStore() }).load().readGuidelines).toBeNull();
});

test("an answer is kept at once, sent when the next item is seen, and not sent at all when it is taken back before", async () => {
  const stores = { browser: aTextStore(), tab: aTextStore() };
  const server = aServer(() => "arrives");
  const { promise, resolve } = Promise.withResolvers<void>();
  const shown: (() => void)[] = [];
  const store = createDeskStore({
    storage: openDeskStorage(PLACE, stores, (run) => shown.push(run)),
    seen: () => promise,
    send: server.send,
    isFinal: () => false,
    pause: () => Promise.resolve(),
    troubleOf,
  });
  const [one, two] = [held("one"), held("two")];
  store.dispatch({ type: "reserved", held: [one, two], asked: [] });
  for (const item of [one, two]) {
    const leaving = leavingWith(store.read(), item, item.item.id);
    store.dispatch({ type: "left", act: submission(leaving), before: leaving.draft });
  }
  expect(openDeskStorage(PLACE, stores).load().acts).toHaveLength(2);
  expect(stores.tab.length).toBe(0);
  const back = takingBack(store.read());
  if (back) store.dispatch({ type: "undone", draft: back.draft, act: back.act });
  expect(shown).toHaveLength(1);
  for (const run of shown) run();
  expect(openDeskStorage(PLACE, stores).load()).toMatchObject({ current: "two" });
  resolve();
  await drained(store);
  expect([...server.itemOf("one").notes.values()]).toEqual(["one"]);
  expect(server.log).toHaveLength(1);
});

test("what the release before this kept is read: what waits, what was begun, what was shown and why it came back", () => {
  const entry = (text: string) => ({ text, id: `id of ${text}`, isStored: false });
  const draft = (note: string) => ({
    answers: { "weave:///f": entry("yes") },
    note: entry(note),
    reactions: [],
    correction: null,
    preference: null,
    flag: { isFlagged: false, note: "" },
    replaced: [],
    isAttempted: true,
    isDirty: true,
  });
  const { askedAgain: _, ...own } = OWN;
  const kept = (id: string, revision: number) => ({ ...held(id), own: { ...own, revision } });
  const sent = {
    ...{ key: "key", seq: 7, held: kept("sent", 2), state: "completed", revision: 2, sent: draft("said") },
    ...{ kept: draft("said"), feedback: [], replaced: [], skipReason: null, activeMs: 5, isTried: true },
  };
  const tab = {
    ...{
      items: { begun: kept("begun", 1), back: kept("back", 4) },
      lane: ["begun", "back"],
      current: "begun",
    },
    ...{ trail: ["sent", "begun"], route: null, undo: [], readGuidelines: "Be fair." },
    troubles: { back: { kind: "refused", reason: "Too large.", problems: {} } },
  };
  const stores = { browser: aTextStore(), tab: aTextStore() };
  const root = "spindle-desk-1:ida:acme/support:queue";
  stores.browser.setItem(`${root}:act:key`, JSON.stringify(sent));
  stores.browser.setItem(
    `${root}:draft:sent`,
    JSON.stringify({ draft: draft("said"), base: 3, atMs: Date.now() }),
  );
  stores.browser.setItem(
    `${root}:draft:begun`,
    JSON.stringify({ draft: draft("half"), base: 1, atMs: Date.now() }),
  );
  stores.tab.setItem(`${root}:tab`, JSON.stringify(tab));
  const state = openDeskStorage(PLACE, stores).load();
  expect(state).toMatchObject({
    lane: ["begun", "back"],
    current: "begun",
    readGuidelines: "Be fair.",
    finished: 1,
  });
  expect(state.items).toMatchObject({
    sent: { mark: "completed", base: 3, held: { own: { askedAgain: [] } } },
    begun: { draft: { note: { text: "half" }, earlier: {} }, base: 1, held: { own: { revision: 1 } } },
    back: { base: 4, trouble: { reason: "Too large." } },
  });
  // Its arrival is recognised.
  expect(state.items.sent?.draft).toBe(state.acts[0]?.sent);
});
