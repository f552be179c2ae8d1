import fc from "fast-check";
import { expect, test } from "vitest";
import { ApiError } from "#lib/client/api-error.ts";
import { releaseItems } from "#lib/contract/annotation/queue-work.ts";
import * as contract from "#lib/contract/annotation/queues.ts";
import { aDesk, type DeskPlace } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { testSize } from "#lib/testing/test-size.ts";

const api = startHarness();

const PEOPLE = 3;
const ITEMS = 4;

type State = contract.AnnotationState;
type Rules = { wanted: number | null; skipPolicy: contract.Queue["skipPolicy"] };
type Act =
  | { does: "reserve"; person: number; count: number }
  | { does: "answer" | "move"; person: number; item: number; state: State }
  | { does: "release" | "expire"; person: number };

/** The rules of slots, written down plainly over numbers of people and items. */
class Model {
  readonly rules: Rules;
  readonly own = new Map<string, { state: State; revision: number; skippedAt: number }>();
  readonly held = new Set<string>();
  #clock = 0;

  constructor(rules: Rules) {
    this.rules = rules;
  }

  ownOf(person: number, item: number) {
    return this.own.get(`${person} ${item}`) ?? { state: "unstarted" as State, revision: 0, skippedAt: 0 };
  }

  isHeld = (person: number, item: number) => this.held.has(`${person} ${item}`);
  isCompleted = (person: number, item: number) => this.ownOf(person, item).state === "completed";
  everybody = () => [...Array(PEOPLE).keys()];
  items = () => [...Array(ITEMS).keys()];

  isDropped(item: number, by = this.everybody()): boolean {
    const isSkipped = by.some((person) => this.ownOf(person, item).state === "skipped");
    return this.rules.skipPolicy === "drop" && isSkipped;
  }

  isOpen(item: number): boolean {
    const answers = this.everybody().filter((person) => this.isCompleted(person, item)).length;
    return !this.isDropped(item) && answers < (this.rules.wanted ?? Infinity);
  }

  /** Whether the item is the person's to work on: a slot is theirs, or nobody else's. */
  isTheirs(person: number, item: number): boolean {
    const others = this.everybody().filter((other) => other !== person);
    const taken = others.filter((other) => this.isCompleted(other, item) || this.isHeld(other, item)).length;
    if (this.isCompleted(person, item)) return true;
    return !this.isDropped(item, others) && taken < (this.rules.wanted ?? Infinity);
  }

  reserve(person: number, count: number): number[] {
    for (const item of this.items()) if (!this.isTheirs(person, item)) this.held.delete(`${person} ${item}`);
    const free = this.items()
      .filter((item) => this.isOpen(item) && this.isTheirs(person, item) && this.isWanted(person, item))
      .filter((item) => !this.isHeld(person, item))
      .sort((a, b) => this.compare(person, a, b));
    const heldNow = this.items().filter((item) => this.isHeld(person, item)).length;
    for (const item of free.slice(0, Math.max(0, count - heldNow))) this.held.add(`${person} ${item}`);
    return this.items()
      .filter((item) => this.isHeld(person, item))
      .sort((a, b) => this.compare(person, a, b));
  }

  isWanted(person: number, item: number): boolean {
    const { state } = this.ownOf(person, item);
    return state === "skipped" ? this.rules.skipPolicy === "me" : state !== "completed";
  }

  compare(person: number, a: number, b: number): number {
    const rank = (item: number) => {
      const { state, skippedAt } = this.ownOf(person, item);
      return state === "in_progress" ? -1 : state === "unstarted" ? 0 : skippedAt || Infinity;
    };
    const [first, second] = [rank(a), rank(b)];
    return first === second ? a - b : first - second;
  }

  answer(person: number, item: number, state: State): boolean {
    const mayHold = this.isTheirs(person, item);
    if (state === "completed" && !this.isHeld(person, item) && !mayHold) return false;
    this.write(person, item, state);
    if (state === "in_progress" && this.isTheirs(person, item)) this.held.add(`${person} ${item}`);
    return true;
  }

  move(person: number, item: number, state: State): void {
    if (this.ownOf(person, item).state !== state) this.write(person, item, state);
  }

  write(person: number, item: number, state: State): void {
    const revision = this.ownOf(person, item).revision + 1;
    this.#clock += 1;
    const skippedAt = state === "skipped" ? this.#clock : 0;
    this.own.set(`${person} ${item}`, { state, revision, skippedAt });
    if (state !== "in_progress") this.held.delete(`${person} ${item}`);
  }

  letGo(person: number): void {
    for (const item of this.items()) this.held.delete(`${person} ${item}`);
  }
}

const person = fc.nat(PEOPLE - 1);
const item = fc.nat(ITEMS - 1);
const state = fc.constantFrom(...contract.ANNOTATION_STATES);
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("reserve" as const),
      person,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant("answer" as const), person, item, state }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("move" as const), person, item, state }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom("release" as const, "expire" as const), person }),
  },
);
const rules: fc.Arbitrary<Rules> = fc.record({
  wanted: fc.constantFrom(1, 2, null),
  skipPolicy: fc.constantFrom("others", "me", "drop"),
});

/** Does the act to the queue and to the model, which must agree about what comes of it. */
async function perform(desk: DeskPlace, model: Model, act: Act): Promise<void> {
  const who = desk.person(act.person);
  if (act.does === "reserve")
    expect(await desk.numbersFor(who, act.count)).toEqual(model.reserve(act.person, act.count));
  else if (act.does === "answer") {
    const { revision } = model.ownOf(act.person, act.item);
    const sent = desk.answer(who, act.item, { annotationState: act.state, revision });
    const isTaken = await sent.then(
      () => false,
      (error: unknown) => error instanceof ApiError && error.code === "slot_taken",
    );
    expect(isTaken).toBe(!model.answer(act.person, act.item, act.state));
  } else if (act.does === "move") {
    const moved = { ...desk.at, itemId: desk.id(act.item), annotationState: act.state };
    await api.call(who, contract.updateItemProgress, moved);
    model.move(act.person, act.item, act.state);
  } else if (act.does === "release") {
    await api.call(who, releaseItems, desk.at);
    model.letGo(act.person);
  } else {
    await desk.expireReservations();
    for (const everybody of model.everybody()) model.letGo(everybody);
  }
  expect(await desk.open()).toEqual(model.items().filter((one) => model.isOpen(one)));
}

test("whatever people do in whatever order, slots are granted, kept and refused as the rules say", async () => {
  await fc.assert(
    fc.asyncProperty(rules, fc.array(acts, { minLength: 8, maxLength: 24 }), async (given, sequence) => {
      const settings = { annotatorsPerItem: given.wanted ?? 0, skipPolicy: given.skipPolicy };
      const desk = await aDesk(api, { items: ITEMS, people: PEOPLE, settings });
      const model = new Model(given);
      for (const act of sequence) await perform(desk, model, act);
    }),
    { numRuns: testSize({ usual: 15, whole: 60 }), endOnFailure: true },
  );
}, 120_000);
