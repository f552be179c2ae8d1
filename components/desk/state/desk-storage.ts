import type { AnnotationState } from "#lib/contract/annotation/queues.ts";
import type { DeskItem } from "./desk-handles.ts";
import type { DeskPlace } from "./desk-queries.ts";
import {
  type Act,
  type DeskRecord,
  type DeskRecords,
  type DeskState,
  type Held,
  heldOf,
  isDone,
  NEW_DESK,
  recordOf,
  type Trouble,
} from "./desk-state.ts";
import { type Draft, readDraft } from "./draft.ts";

/** The part of Web Storage that is used, so that tests can stand in. */
export type TextStore = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export type DeskStorage = {
  /** The desk as this browser kept it. */
  load(): DeskState;
  /** Keeps what changed. */
  save(before: DeskState, now: DeskState): void;
};

/** Grows when what is kept has another form; older things are then not read. */
const FORM = 1;
const DRAFTS_LAST_MS = 30 * 86_400_000;
const KEPT_TRAIL = 30;

/**
 * Keeps acts and drafts in the browser, one entry each, so that two tabs never write over each other, and what is on the desk in the
 * tab. An act that two tabs send is one act for the server. Someone else who signs in finds nothing of it. What was said is kept at once;
 * `later` may put off what is only shown.
 */
export function openDeskStorage(
  place: DeskPlace,
  { browser, tab }: { browser: TextStore; tab: TextStore },
  later: (run: () => void) => void = (run) => run(),
): DeskStorage {
  const { userId, projectId, queueId } = place;
  const root = `spindle-desk-${FORM}:${userId}:${projectId}:${queueId}`;
  const keys = { act: `${root}:act:`, draft: `${root}:draft:`, tab: `${root}:tab` };
  let shown: DeskState | null = null;
  const keepTab = (now: DeskState) => {
    const isPutOff = shown !== null;
    shown = now;
    if (isPutOff) return;
    later(() => {
      if (shown) write(tab, keys.tab, JSON.stringify(tabOf(shown)));
      shown = null;
    });
  };
  return {
    load: () => {
      forgetOld(browser);
      return loaded(readTab(tab, keys.tab), {
        acts: readActs(browser, keys.act),
        drafts: readDrafts(browser, keys.draft),
      });
    },
    save: (before, now) => {
      if (before.acts !== now.acts) saveActs(browser, keys.act, { before: before.acts, now: now.acts });
      if (before.items !== now.items) saveDrafts(browser, keys.draft, { before, now });
      if (isTabChanged(before, now)) keepTab(now);
    },
  };
}

type KeptDraft = { draft: Draft; base: number; atMs: number };
type Kept = { acts: Act[]; drafts: [string, KeptDraft][] };

/** What was shown, as a tab keeps it: by the names that it has had since there is a desk. */
type KeptTab = Pick<DeskState, "lane" | "current" | "trail" | "route" | "undo" | "readGuidelines"> & {
  items: { readonly [itemId: string]: Held };
  troubles: { readonly [itemId: string]: Trouble };
};

function loaded({ items, troubles, ...tab }: Partial<KeptTab>, { acts, drafts }: Kept): DeskState {
  const known: { [itemId: string]: DeskRecord } = {};
  const learn = (id: string, change: Partial<DeskRecord>) => {
    known[id] = { ...recordOf({ items: known }, id), ...change };
  };
  for (const [id, held] of Object.entries(items ?? {}))
    learn(id, { held: asOfNow(held), base: held.own.revision });
  for (const [id, trouble] of Object.entries(troubles ?? {})) learn(id, { trouble });
  for (const id of tab.lane ?? []) learn(id, { lease: "held" });
  const draftNow = draftsSent(acts);
  for (const [id, { draft, base }] of drafts) learn(id, { draft: draftNow(draft), base });
  for (const { held, state, revision } of acts) {
    const { id } = held.item;
    // What was suggested after it left is known to the tab alone.
    const suggestions = known[id]?.held?.suggestions ?? held.suggestions;
    learn(id, { held: asOfNow({ ...held, suggestions }), mark: state, base: revision + 1 });
  }
  const before = new Map(acts.map(({ held }) => [held.item.id, held.item.myAnnotationState]));
  const marks = Object.values(known).flatMap(({ mark }) => mark ?? []);
  const more = (isSo: (state: AnnotationState) => boolean) =>
    marks.filter(isSo).length - [...before.values()].filter(isSo).length;
  const skips = more((state) => state === "skipped");
  return { ...NEW_DESK, ...tab, acts, items: known, finished: more(isDone), skips };
}

/** What a page of before knew nothing of is added to what it kept. */
function asOfNow({ item, own, ...held }: Held): Held {
  return {
    ...NOTHING_SUGGESTED,
    ...held,
    item: { ...NO_RUN, ...item },
    own: { ...NOTHING_ASKED, ...own },
  };
}

const NO_RUN: Pick<DeskItem, "awaited"> = { awaited: null };
const NOTHING_SUGGESTED: Pick<Held, "suggestions"> = { suggestions: null };
const NOTHING_ASKED: Pick<Held["own"], "askedAgain"> = { askedAgain: [] };

/** The draft of an answer that is on its way is the very object, so that its arrival is recognised; what was entered since is newer. */
function draftsSent(acts: readonly Act[]): (draft: Draft) => Draft {
  const sent = new Map(acts.map((act) => [JSON.stringify(readDraft(act.sent)), act.sent]));
  return (draft) => sent.get(JSON.stringify(draft)) ?? draft;
}

function saveActs(
  store: TextStore,
  key: string,
  { before, now }: { before: readonly Act[]; now: readonly Act[] },
): void {
  for (const act of now) if (!before.includes(act)) write(store, key + act.key, JSON.stringify(act));
  const still = new Set(now.map((act) => act.key));
  for (const act of before) if (!still.has(act.key)) write(store, key + act.key, null);
}

function saveDrafts(
  store: TextStore,
  key: string,
  { before, now }: { before: DeskState; now: DeskState },
): void {
  for (const [id, record] of changedIn(before.items, now.items)) {
    const { draft, base } = record;
    if (recordOf(before, id).draft === draft) continue;
    const kept: KeptDraft | null = draft?.isDirty ? { draft, base: base ?? 0, atMs: Date.now() } : null;
    write(store, key + id, kept && JSON.stringify(kept));
  }
}

/** Whether something of what the tab keeps is another; what is entered is kept elsewhere. */
function isTabChanged(before: DeskState, now: DeskState): boolean {
  if (TAB_PARTS.some((part) => before[part] !== now[part])) return true;
  return changedIn(before.items, now.items).some(([id, { held, trouble }]) => {
    const was = recordOf(before, id);
    return was.held !== held || was.trouble !== trouble;
  });
}

/** Items are never forgotten while the page lasts, so that none is missing afterwards. */
function changedIn(before: DeskRecords, now: DeskRecords): [string, DeskRecord][] {
  return before === now ? [] : Object.entries(now).filter(([id, record]) => before[id] !== record);
}

const TAB_PARTS = [
  "lane",
  "current",
  "trail",
  "route",
  "undo",
  "readGuidelines",
] as const satisfies readonly (keyof DeskState)[];

/** Of the many items that were seen, those that are still in reach. */
function tabOf(state: DeskState): KeptTab {
  const { items, lane, current, trail, route, undo, readGuidelines } = state;
  const shortTrail = trail.slice(-KEPT_TRAIL);
  const shortRoute = route?.filter((id) => heldOf(state, id)) ?? null;
  const undone = undo.map(({ itemId }) => itemId);
  const wanted = new Set([...lane, ...shortTrail, ...undone, ...(shortRoute ?? []), current]);
  const kept = Object.entries(items);
  return {
    items: Object.fromEntries(kept.flatMap(([id, { held }]) => (held && wanted.has(id) ? [[id, held]] : []))),
    lane,
    current,
    trail: shortTrail,
    route: shortRoute,
    undo,
    troubles: Object.fromEntries(kept.flatMap(([id, { trouble }]) => (trouble ? [[id, trouble]] : []))),
    readGuidelines,
  };
}

function readTab(store: TextStore, key: string): Partial<KeptTab> {
  const value = read(store, key);
  return isRecord(value) ? asWritten<Partial<KeptTab>>(value) : {};
}

function readActs(store: TextStore, key: string): Act[] {
  const values = keysFrom(store, key).map((one) => read(store, one));
  const acts = values.filter((value) => isRecord(value) && isRecord(value.held)).map(asWritten<Act>);
  return acts.sort((a, b) => a.seq - b.seq);
}

function readDrafts(store: TextStore, key: string): [string, KeptDraft][] {
  return keysFrom(store, key).flatMap((one): [string, KeptDraft][] => {
    const value = read(store, one);
    const draft = isRecord(value) ? readDraft(value.draft) : null;
    const { base, atMs } = isRecord(value) ? value : {};
    if (!draft || typeof base !== "number" || typeof atMs !== "number") return [];
    return [[one.slice(key.length), { draft, base, atMs }]];
  });
}

/** Drafts that nobody came back to go after a while, and so does what an older form of the desk left. */
function forgetOld(store: TextStore): void {
  for (const key of keysFrom(store, "spindle-desk-")) {
    const value = read(store, key);
    const isOld =
      isRecord(value) && typeof value.atMs === "number" && value.atMs < Date.now() - DRAFTS_LAST_MS;
    if (isOld) write(store, key, null);
  }
}

function keysFrom(store: TextStore, start: string): string[] {
  try {
    return Array.from({ length: store.length }, (_, i) => store.key(i) ?? "").filter((key) =>
      key.startsWith(start),
    );
  } catch {
    return [];
  }
}

function read(store: TextStore, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(store: TextStore, key: string, text: string | null): void {
  try {
    if (text === null) store.removeItem(key);
    else store.setItem(key, text);
  } catch {
    // A browser without storage, or with a full one, still has everything on the screen.
  }
}

/** What stands under a key of this form was written by this file, so it has the type that was written. */
function asWritten<T>(value: unknown): T {
  return value as T;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
