import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aTextStore, leavingOf, OWN, PLACE } from "#components/desk/state/desk-fixtures.ts";
import { currentOf, hasOpenDraft, recordOf, wantedInLane } from "#components/desk/state/desk-state.ts";
import { openDeskStorage } from "#components/desk/state/desk-storage.ts";
import { createDeskStore } from "#components/desk/state/desk-store.ts";
import { emptyDraft, setNote } from "#components/desk/state/draft.ts";
import { submission } from "#components/desk/state/leaving.ts";
import { Reservations } from "./reservations.ts";
import { after, LEASE_MS, Service, WAY_MS } from "./service-fixture.ts";

const AHEAD = 2;
/** What a frame takes to be painted. */
const FRAME_MS = 10;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function aDesk(service: Service, kept = { browser: aTextStore(), tab: aTextStore() }) {
  const store = createDeskStore({
    storage: openDeskStorage(PLACE, kept),
    seen: () => after(FRAME_MS),
    send: async (act) => {
      await service.answer(act.held.item.id);
      return {
        item: { ...act.held.item, myAnnotationState: act.state },
        own: { ...OWN, revision: act.revision + 1 },
      };
    },
    isFinal: () => false,
    pause: () => after(1_000),
    troubleOf: () => ({ kind: "refused", reason: "Because.", problems: {} }),
  });
  const sight = { isInSight: true };
  const reservations = new Reservations(store, {
    reserve: (wanted) => service.reserve(wanted),
    keep: (ids) => service.keep(ids),
    release: (ids) => service.release(ids),
    work: service.work,
    isInSight: () => sight.isInSight,
    seen: () => after(FRAME_MS),
  });
  reservations.wish({ leaseMs: LEASE_MS, ahead: AHEAD });
  return { store, reservations, sight };
}

type Desk = ReturnType<typeof aDesk> & { service: Service; close: (() => void) | null };

function anOpenDesk(count = 8): Desk {
  const service = new Service(count);
  const desk = aDesk(service);
  return { ...desk, service, close: desk.reservations.open() };
}

/** All that was begun has ended. */
const settled = () => vi.advanceTimersByTimeAsync(20_000);

function type({ store }: Desk, text: string): void {
  const { current } = store.read();
  if (current === null) return;
  const draft = recordOf(store.read(), current).draft ?? emptyDraft();
  store.dispatch({ type: "edited", itemId: current, draft: setNote(draft, text) });
}

function submit({ store }: Desk): void {
  const state = store.read();
  const one = currentOf(state);
  if (!one || !state.lane.includes(one.item.id)) return;
  const leaving = leavingOf(state, one, recordOf(state, one.item.id).draft ?? emptyDraft());
  store.dispatch({ type: "left", act: submission(leaving), before: leaving.draft });
}

const STEPS = [
  "type",
  "submit",
  "hide",
  "show",
  "go offline",
  "come online",
  "pause",
  "resume",
  "leave",
  "come back",
] as const;
type Step = { does: (typeof STEPS)[number] | "other takes" | "time passes"; number: number };

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ does: fc.constantFrom<Step["does"]>(...STEPS), number: fc.constant(0) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constant<Step["does"]>("other takes"), number: fc.nat(7) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant<Step["does"]>("time passes"),
        number: fc.constantFrom(5, 25, 45, 500, LEASE_MS / 3, LEASE_MS * 2),
      }),
    },
  ),
  { minLength: 1, maxLength: 25 },
);

async function take(desk: Desk, { does, number }: Step): Promise<void> {
  const { service, reservations, sight } = desk;
  const isOpen = desk.close !== null;
  if (does === "type" && isOpen) type(desk, "so far");
  else if (does === "submit" && isOpen) submit(desk);
  else if (does === "hide") sight.isInSight = false;
  else if (does === "show") show(desk);
  else if (does === "go offline") service.isOnline = false;
  else if (does === "come online") comeOnline(desk);
  else if (does === "pause" && isOpen) reservations.pause();
  else if (does === "resume" && isOpen) reservations.resume();
  else if (does === "leave") {
    desk.close?.();
    desk.close = null;
  } else if (does === "come back") desk.close ??= reservations.open();
  else if (does === "other takes") {
    const id = service.items[number] ?? "";
    if (service.isFree(id)) service.take(id, "other");
  } else if (does === "time passes") await vi.advanceTimersByTimeAsync(number);
}

function show({ sight, reservations, close }: Desk): void {
  sight.isInSight = true;
  if (close) reservations.beat();
}

function comeOnline({ service, reservations, close }: Desk): void {
  service.isOnline = true;
  if (!close) return;
  reservations.comeBack();
}

/** What holds at any moment. */
function expectWhole({ store, service }: Desk): void {
  const state = store.read();
  expect(service.mostUnderWay).toBeLessThanOrEqual(1);
  for (const id of state.lane) expect(["held", "extending"], id).toContain(recordOf(state, id).lease);
  for (const id of service.items)
    if (["lost", "released"].includes(recordOf(state, id).lease ?? "")) expect(state.lane).not.toContain(id);
  if (state.isPaused) expect(state.lane).toEqual([]);
}

test("after a return from another window it is unsure what became of the shown item until the service has said it", async () => {
  const { reservations, service, store, close } = anOpenDesk();
  await settled();
  expect(reservations.isUnsure()).toBe(false);
  // By itself it looks after its reservations, and nobody has been away.
  reservations.beat();
  expect(reservations.isUnsure()).toBe(false);
  await settled();
  reservations.comeBack();
  expect(reservations.isUnsure()).toBe(true);
  await vi.advanceTimersByTimeAsync(WAY_MS);
  expect(reservations.isUnsure()).toBe(false);

  const { current } = store.read();
  store.dispatch({ type: "edited", itemId: current ?? "", draft: setNote(emptyDraft(), "mine") });
  service.slots.delete(current ?? "");
  service.done.add(current ?? "");
  reservations.comeBack();
  await vi.advanceTimersByTimeAsync(WAY_MS);
  // It is lost, and why is being asked.
  expect([reservations.isUnsure(), recordOf(store.read(), current ?? "").trouble]).toEqual([true, null]);
  await vi.advanceTimersByTimeAsync(WAY_MS);
  expect(recordOf(store.read(), current ?? "").trouble?.kind).toBe("stale");
  expect(reservations.isUnsure()).toBe(false);
  close?.();
});

test("a service that does not answer keeps nobody from working who has returned", async () => {
  const { reservations, service, close } = anOpenDesk();
  await settled();
  vi.spyOn(service, "keep").mockReturnValue(new Promise(() => {}));
  reservations.comeBack();
  expect(reservations.isUnsure()).toBe(true);
  await settled();
  expect(reservations.isUnsure()).toBe(false);
  close?.();
});

test("whatever happens to page, connection and leases, in the end the desk holds what the service says, and a desk that was left holds only drafts", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const desk = anOpenDesk();
      const { service, store, reservations } = desk;
      for (const step of list) {
        await take(desk, step);
        expectWhole(desk);
      }
      if (store.read().isPaused) reservations.resume();
      desk.close ??= reservations.open();
      comeOnline(desk);
      show(desk);
      await settled();
      await settled();
      const state = store.read();
      expect(state.acts).toEqual([]);
      // Nothing is shown as one's own that is another's, and nothing is held that is not shown.
      expect(state.lane.toSorted()).toEqual(service.mine());
      const free = service.items.filter(service.isFree);
      if (free.length > 0) expect(state.lane.length).toBeGreaterThanOrEqual(wantedInLane(state, AHEAD));
      expect(state.supply).toMatchObject({ asking: null, error: null });
      for (const id of state.lane) expect(recordOf(state, id).held?.expiresAtMs).toBeGreaterThan(Date.now());
      // The item that is shown went to somebody else: that is said.
      if (state.current !== null && !state.lane.includes(state.current))
        expect(recordOf(state, state.current).trouble?.kind ?? "done").toMatch(/lost|done/);
      desk.close();
      await settled();
      const end = store.read();
      for (const id of service.mine()) expect(hasOpenDraft(end, id), id).toBe(true);
      expect(end.lane).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("a page in sight extends its leases for as long as it is there, and a hidden one lets them run out", async () => {
  const desk = anOpenDesk();
  await settled();
  const first = desk.store.read().lane;
  await vi.advanceTimersByTimeAsync(LEASE_MS * 3);
  expect(desk.service.mine()).toEqual(first);
  expect(desk.service.asked.keep).toBe(6);
  desk.sight.isInSight = false;
  await vi.advanceTimersByTimeAsync(LEASE_MS * 2);
  expect(desk.service.asked.keep).toBe(6);
  expect(desk.service.mine()).toEqual([]);
  // Nobody has taken them since.
  show(desk);
  await settled();
  expect(desk.service.mine()).toEqual(first);
});

test("an empty desk at which nobody has done anything for minutes takes nothing, until somebody acts there", async () => {
  const { service, reservations } = anOpenDesk(0);
  await vi.advanceTimersByTimeAsync(180_000);
  service.items = ["item 0"];
  await vi.advanceTimersByTimeAsync(180_000);
  expect(service.mine()).toEqual([]);
  reservations.act();
  await settled();
  expect(service.mine()).toEqual(["item 0"]);
});

test("what has come to an empty desk without anybody at it, and is announced there, is taken when somebody continues, and not when a pointer moves", async () => {
  const { service, reservations, store } = anOpenDesk(0);
  await vi.advanceTimersByTimeAsync(180_000);
  service.items = ["item 0"];
  reservations.wake();
  expect(store.read().supply.isPutOff).toBe(true);
  reservations.announce(true);
  reservations.act();
  reservations.comeBack();
  reservations.wake();
  await settled();
  expect(service.mine()).toEqual([]);
  reservations.ask();
  await settled();
  expect(service.mine()).toEqual(["item 0"]);
  expect(store.read()).toMatchObject({ current: "item 0", supply: { isPutOff: false } });
});

test("an item that went to somebody else while the page was offline is reported as lost when it reconnects; the draft is kept, and other items replace it", async () => {
  const desk = anOpenDesk();
  await settled();
  type(desk, "half a thought");
  desk.service.isOnline = false;
  await vi.advanceTimersByTimeAsync(LEASE_MS * 2);
  expect(desk.store.read().lane).toHaveLength(3);
  desk.service.take("item 0", "other");
  comeOnline(desk);
  await settled();
  const state = desk.store.read();
  expect(state.current).toBe("item 0");
  expect(recordOf(state, "item 0")).toMatchObject({ lease: "lost", trouble: { kind: "lost" } });
  expect(recordOf(state, "item 0").draft?.note.text).toBe("half a thought");
  expect(state.lane).toEqual(["item 1", "item 2", "item 3"]);
});

/** A desk that was left by a new page, which gives back what it held, and the desk of the page that comes back. */
async function aDeskComeBackTo(inBetween: (service: Service) => void): Promise<Desk> {
  const service = new Service(8);
  const kept = { browser: aTextStore(), tab: aTextStore() };
  const before = aDesk(service, kept);
  before.reservations.open();
  await settled();
  before.reservations.giveBack();
  await settled();
  inBetween(service);
  const desk = aDesk(service, kept);
  return { ...desk, service, close: desk.reservations.open() };
}

test("who comes back to a queue in another order and answers at once keeps the next item, which nobody took", async () => {
  const desk = await aDeskComeBackTo((service) => {
    service.items = service.items.toReversed();
  });
  submit(desk);
  expect(desk.store.read().current).toBe("item 1");
  await settled();
  const state = desk.store.read();
  expect(desk.service.done).toContain("item 0");
  expect(state.current).toBe("item 1");
  expect(recordOf(state, "item 1")).toMatchObject({ lease: "held", trouble: null });
  expect(state.lane.slice(0, 3)).toEqual(["item 1", "item 7", "item 6"]);
  expect(state.lane.toSorted()).toEqual(desk.service.mine().toSorted());
});

test("who comes back and answers at once reads of the next item that it went to somebody else", async () => {
  const desk = await aDeskComeBackTo((service) => service.take("item 1", "other"));
  submit(desk);
  await settled();
  const state = desk.store.read();
  expect(state.current).toBe("item 1");
  expect(recordOf(state, "item 1").trouble).toMatchObject({ kind: "lost" });
  expect(state.lane).toEqual(["item 2", "item 3", "item 4"]);
});

test("what is granted after the page was left goes back, and who is back at once has never been away", async () => {
  const desk = anOpenDesk();
  await vi.advanceTimersByTimeAsync(WAY_MS / 2 + 1);
  expect(desk.service.mine()).toHaveLength(3);
  desk.close?.();
  await settled();
  expect(desk.service.mine()).toEqual([]);
  const close = desk.reservations.open();
  await settled();
  const asked = desk.service.asked.reserve;
  close();
  desk.close = desk.reservations.open();
  await settled();
  expect(desk.service.asked.reserve).toBe(asked);
  expect(desk.service.mine()).toHaveLength(3);
});

test("a submit is seen before more is asked for", async () => {
  const desk = anOpenDesk();
  await settled();
  const { reserve } = desk.service.asked;
  const notified = vi.fn();
  desk.store.subscribe(notified);
  submit(desk);
  await vi.advanceTimersByTimeAsync(FRAME_MS - 1);
  expect(notified).toHaveBeenCalledTimes(1);
  expect(desk.service.asked.reserve).toBe(reserve);
  await settled();
  expect(desk.service.asked.reserve).toBe(reserve + 1);
  expect(desk.store.read().lane).toHaveLength(3);
});

test("one's own answer from another tab is shown where the item still is, and not to somebody who is at another", async () => {
  const desk = anOpenDesk();
  await settled();
  const { service, store, reservations } = desk;
  const answeredElsewhere = (id: string) => {
    service.slots.delete(id);
    service.done.add(id);
    reservations.beat();
  };
  answeredElsewhere("item 0");
  await vi.advanceTimersByTimeAsync(WAY_MS + 1);
  store.dispatch({ type: "walked", itemId: "item 1" });
  await settled();
  expect(store.read().current).toBe("item 1");
  answeredElsewhere("item 1");
  await settled();
  expect(store.read()).toMatchObject({ current: "item 1" });
  expect(recordOf(store.read(), "item 1").held?.item.myAnnotationState).toBe("completed");
});
