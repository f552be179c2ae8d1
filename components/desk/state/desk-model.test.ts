import fc from "fast-check";
import { expect, test } from "vitest";
import { type DeskEvent, deskAfter } from "./desk-events.ts";
import { aTextStore, held, leavingOf, OWN, PLACE } from "./desk-fixtures.ts";
import {
  currentOf,
  DEEPEST_UNDO,
  type DeskState,
  isDone,
  NEW_DESK,
  recordOf,
  stateOf,
  type Trouble,
} from "./desk-state.ts";
import { openDeskStorage } from "./desk-storage.ts";
import { emptyDraft, setNote } from "./draft.ts";
import { skipping, submission, takingBack } from "./leaving.ts";

const ITEMS = ["a", "b", "c"] as const;
const UNTIL_MS = 1_000;

type Step =
  | { does: "reserve"; items: readonly string[]; isAskedOfAll: boolean; suggested: string | null }
  | { does: "lose" | "walk" | "answer elsewhere" | "extend all but" | "look"; item: string }
  | { does: "type"; text: string }
  | {
      does: "submit" | "skip" | "undo" | "try" | "store" | "reload" | "release" | "extend" | "fail to extend";
    }
  | { does: "refuse"; kind: Trouble["kind"] };

const item = fc.constantFrom(...ITEMS);
const some = fc.subarray([...ITEMS], { minLength: 1 });
const kind = fc.constantFrom<Trouble["kind"]>("refused", "stale", "lost", "gone");
const just = <const D extends string>(...all: D[]) => fc.constantFrom(...all).map((does) => ({ does }));
const steps = fc.array(
  fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constant("reserve"),
        items: some,
        isAskedOfAll: fc.boolean(),
        suggested: fc.constantFrom(null, "yes", "no"),
      }),
    },
    { weight: 4, arbitrary: fc.stringMatching(/^[a-z]{1,3}$/).map((text) => ({ does: "type", text })) },
    { weight: 10, arbitrary: just("submit", "submit", "skip", "undo", "try", "store", "store", "reload") },
    { weight: 1, arbitrary: just("release") },
    { weight: 4, arbitrary: just("extend", "extend", "fail to extend") },
    { weight: 2, arbitrary: item.map((one) => ({ does: "extend all but", item: one })) },
    { weight: 5, arbitrary: item.map((one) => ({ does: "walk", item: one })) },
    { weight: 2, arbitrary: item.map((one) => ({ does: "look", item: one })) },
    { weight: 1, arbitrary: item.map((one) => ({ does: "lose", item: one })) },
    { weight: 1, arbitrary: item.map((one) => ({ does: "answer elsewhere", item: one })) },
    { weight: 1, arbitrary: kind.map((one) => ({ does: "refuse", kind: one })) },
  ),
  { minLength: 1, maxLength: 40 },
);

/** What is on its way knows nothing of what was suggested after it left. */
const SUGGESTED_SINCE: Step[] = [
  { does: "reserve", items: ["c"], isAskedOfAll: false, suggested: null },
  ...(["submit", "store", "undo"] as const).map((does) => ({ does })),
  { does: "reserve", items: ["c"], isAskedOfAll: false, suggested: "yes" },
  { does: "reload" },
];

const suggestion = (value: string) => ({ fieldRef: "field", value, probability: 0.95 });

type Waiting = { item: string; to: "completed" | "skipped" | "in_progress"; text: string; isTried: boolean };

/** The rules of a desk as a plain model: what its user expects, and what the service has received. */
class Model {
  /** What was typed last about each item. */
  readonly said = new Map<string, string>();
  readonly done = new Map<string, boolean>();
  readonly troubled = new Set<string>();
  readonly revisions = new Map<string, number>();
  /** The revision by which something was begun that has not been sent: a newer one must not slip under it. */
  readonly begun = new Map<string, number>();
  /** What was suggested of each item; a reply that says nothing of it takes nothing away. */
  readonly suggested = new Map<string, string>();
  /** The service has all that was said of these. */
  readonly arrived = new Set<string>();
  outbox: Waiting[] = [];
  undo: { item: string; text: string; act: Waiting }[] = [];
  /** As often as something became done, less as often as it was open again. */
  finished = 0;

  isDone(id: string): boolean {
    return this.done.get(id) ?? false;
  }

  turn(id: string, isDoneNow: boolean): void {
    this.finished += Number(isDoneNow) - Number(this.isDone(id));
    this.done.set(id, isDoneNow);
  }

  type(id: string, { text, base }: { text: string; base: number }): void {
    if (text === (this.said.get(id) ?? "")) return;
    this.said.set(id, text);
    this.arrived.delete(id);
    if (!this.begun.has(id)) this.begun.set(id, base);
  }

  leave(id: string, to: "completed" | "skipped"): void {
    this.begun.delete(id);
    this.arrived.delete(id);
    const act = { item: id, to, text: this.said.get(id) ?? "", isTried: false };
    this.outbox.push(act);
    this.undo = [...this.undo.filter((one) => one.item !== id), { item: id, text: act.text, act }].slice(
      -DEEPEST_UNDO,
    );
    this.turn(id, true);
    this.troubled.delete(id);
  }

  takeBack(): void {
    const last = this.undo.pop();
    if (!last) return;
    const { item: id, text, act } = last;
    if (this.outbox.includes(act) && !act.isTried) this.outbox = this.outbox.filter((one) => one !== act);
    else this.outbox.push({ item: id, to: "in_progress", text, isTried: false });
    this.said.set(id, text);
    this.begun.delete(id);
    this.arrived.delete(id);
    this.turn(id, false);
    this.troubled.delete(id);
  }

  store(): void {
    const act = this.outbox.shift();
    if (!act) return;
    const { item: id, to, text } = act;
    this.revisions.set(id, (this.revisions.get(id) ?? 0) + 1);
    this.begun.delete(id);
    const isLast = this.outbox.every((one) => one.item !== id) && (this.said.get(id) ?? "") === text;
    if (to === "completed" && isLast) this.arrived.add(id);
  }

  refuse(kindOf: Trouble["kind"]): void {
    const [act] = this.outbox;
    if (!act) return;
    const own = this.outbox.filter((one) => one.item === act.item);
    this.outbox = this.outbox.filter((one) => one.item !== act.item);
    this.undo = this.undo.filter((one) => one.item !== act.item);
    this.begun.delete(act.item);
    this.turn(act.item, false);
    if (!(own.at(-1)?.to === "in_progress" && kindOf === "refused")) this.troubled.add(act.item);
  }
}

/** The same step at the desk; the model follows only what the desk lets happen. */
function taken(state: DeskState, step: Step, model: Model): DeskState {
  const on = (event: DeskEvent) => deskAfter(state, event);
  const current = currentOf(state);
  const id = current?.item.id ?? "";
  switch (step.does) {
    case "reserve": {
      // The service may not have had the answer yet when it wrote its reply.
      const isWaiting = (one: string) => model.outbox.some((act) => act.item === one);
      const free = step.items.filter((one) => !model.isDone(one) || isWaiting(one));
      const suggestions = step.suggested === null ? null : [suggestion(step.suggested)];
      const all = free.map((one) => held(one, { revision: model.revisions.get(one) ?? 0, suggestions }));
      const after = on({ type: "reserved", held: all, asked: step.isAskedOfAll ? state.lane : [] });
      // A reply from before an answer left says nothing of its item.
      for (const { item } of all)
        if (after.items[item.id] !== state.items[item.id]) {
          if (step.suggested !== null) model.suggested.set(item.id, step.suggested);
          // What is held again is lost no more.
          if (recordOf(state, item.id).trouble?.kind === "lost") model.troubled.delete(item.id);
        }
      return after;
    }
    case "look": {
      const known = recordOf(state, step.item).held;
      if (!known) return state;
      const seen = held(step.item, { revision: known.own.revision, state: known.item.myAnnotationState });
      const expiresAtMs = state.lane.includes(step.item) ? known.expiresAtMs : null;
      return on({ type: "opened", held: { ...seen, expiresAtMs }, route: null });
    }
    case "lose":
      return on({ type: "lost", itemIds: [step.item] });
    case "walk":
      return on({ type: "walked", itemId: step.item });
    case "type":
      if (!current) return state;
      model.type(id, { text: step.text, base: recordOf(state, id).base ?? 0 });
      return on({ type: "edited", itemId: id, draft: setNote(draftOf(state, id), step.text) });
    case "submit":
    case "skip": {
      if (!current || model.isDone(id)) return state;
      const leaving = leavingOf(state, current, draftOf(state, id));
      model.leave(id, step.does === "skip" ? "skipped" : "completed");
      const act = step.does === "skip" ? skipping(leaving, null) : submission(leaving);
      return on({ type: "left", act, before: leaving.draft });
    }
    case "undo": {
      const back = takingBack(state);
      if (!back) return state;
      model.takeBack();
      return on({ type: "undone", draft: back.draft, act: back.act });
    }
    case "answer elsewhere":
      model.revisions.set(step.item, (model.revisions.get(step.item) ?? 0) + 1);
      return state;
    case "release":
      return on({ type: "departed" });
    case "extend":
      return on({ type: "extending" });
    case "fail to extend":
      return on({ type: "unextended" });
    case "extend all but": {
      const after = on({ type: "extended", lost: [step.item], untilMs: UNTIL_MS });
      // A reply speaks of what was asked, and of nothing that was granted or given back since.
      for (const one of ITEMS) {
        const { lease } = recordOf(state, one);
        if (lease !== "extending") expect(recordOf(after, one)).toEqual(recordOf(state, one));
        else if (one !== step.item)
          expect(endOf(after, one)).toBe(endOf(state, one) === null ? null : UNTIL_MS);
        else if (state.lane.includes(one)) expect(recordOf(after, one).lease).toBe("lost");
      }
      return after;
    }
    default:
      return answered(state, step, model);
  }
}

/** What the service and the browser do. */
function answered(state: DeskState, step: Step, model: Model): DeskState {
  const [act] = state.acts;
  if (step.does === "reload") {
    const after = reloaded(state);
    // What was given back and is out of reach is as new.
    for (const id of ITEMS) if (!recordOf(after, id).held) model.suggested.delete(id);
    return after;
  }
  if (!act) return state;
  const { key } = act;
  const tried = deskAfter(state, { type: "tried", key });
  for (const one of model.outbox.slice(0, 1)) one.isTried = true;
  if (step.does === "store") {
    model.store();
    const own = { ...OWN, revision: model.revisions.get(act.held.item.id) ?? 0 };
    return deskAfter(tried, {
      type: "stored",
      key,
      item: { ...act.held.item, myAnnotationState: act.state },
      own,
    });
  }
  if (step.does !== "refuse") return tried;
  model.refuse(step.kind);
  const trouble = { kind: step.kind, reason: "Because.", problems: {} };
  return deskAfter(tried, { type: "refused", key, trouble });
}

/** When a reservation ends; null of what is only looked at. */
function endOf(state: DeskState, id: string): number | null {
  return recordOf(state, id).held?.expiresAtMs ?? null;
}

function draftOf(state: DeskState, id: string) {
  return recordOf(state, id).draft ?? emptyDraft();
}

function reloaded(state: DeskState): DeskState {
  const stores = { browser: aTextStore(), tab: aTextStore() };
  openDeskStorage(PLACE, stores).save(NEW_DESK, state);
  return openDeskStorage(PLACE, stores).load();
}

function expectSame(state: DeskState, model: Model, hasReloaded: boolean): void {
  const waiting = state.acts.map((act) => ({ item: act.held.item.id, to: act.state, isTried: act.isTried }));
  expect(waiting).toEqual(model.outbox.map(({ item: id, to, isTried }) => ({ item: id, to, isTried })));
  expect(state.undo.map(({ itemId }) => itemId)).toEqual(model.undo.map((one) => one.item));
  for (const id of ITEMS) {
    const { held: one, draft, trouble, base } = recordOf(state, id);
    const begun = model.begun.get(id);
    if (begun !== undefined) expect(base).toBe(begun);
    if (model.arrived.has(id)) expect(draft?.isDirty ?? false, `${id} has arrived`).toBe(false);
    // Typed text stays until it has arrived; then a reload reads it from the service.
    const isWaiting = model.outbox.some((act) => act.item === id);
    if (draft?.isDirty || isWaiting || !hasReloaded)
      expect(draft?.note.text ?? "").toBe(model.said.get(id) ?? "");
    if (one) expect(isDone(stateOf(state, one.item)), id).toBe(model.isDone(id));
    if (one) expect(one.suggestions?.[0]?.value, `suggested of ${id}`).toBe(model.suggested.get(id));
    expect(trouble !== null, id).toBe(model.troubled.has(id));
  }
  // One thing has one place.
  expect(new Set(state.lane).size).toBe(state.lane.length);
  expect(new Set(state.trail).size).toBe(state.trail.length);
  for (const id of [...state.lane, ...state.trail, ...state.undo.map(({ itemId }) => itemId)])
    expect(recordOf(state, id).held).not.toBeNull();
  if (state.current !== null) expect(state.trail).toContain(state.current);
  for (const id of state.lane) {
    expect(model.isDone(id), `${id} is done and in the lane`).toBe(false);
    expect(["held", "extending"], `${id} is in the lane`).toContain(recordOf(state, id).lease);
  }
  expect(new Set(state.acts.map(({ key }) => key)).size).toBe(state.acts.length);
}

test("whatever a person does and the service answers, in any order and across reloads, the desk is as a plain model of it", () => {
  fc.assert(
    fc.property(steps, (list) => {
      const model = new Model();
      let state = NEW_DESK;
      let reloads = 0;
      for (const step of list) {
        if (step.does === "reload") reloads++;
        state = taken(state, step, model);
        expectSame(state, model, reloads > 0);
        // A reload counts afresh what is on its way.
        if (reloads === 0) expect(state.finished).toBe(model.finished);
      }
    }),
    { numRuns: 1_000, examples: [[SUGGESTED_SINCE]] },
  );
});
