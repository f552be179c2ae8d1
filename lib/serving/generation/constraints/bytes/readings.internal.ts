import { allAfter, either, State } from "./byte-states.internal.ts";
import { TooManyReadings } from "./too-many-readings.ts";

/** The most readings to cache; dropped ones are computed again. */
const MAX_REMEMBERED = 1_000;

/** As many as one schema may have alternatives. Each costs a look at every token. */
const MAX_STATES = 2_000;

/** Some seconds; an array of 60 objects takes a seventh of it. */
const MAX_WORK = 10_000_000;

/** All ways to read the text so far, taken together. */
export class Reading {
  readonly states: readonly State[];
  readonly canEnd: boolean;
  readonly #readings: Readings;
  readonly #known = new Map<number, Reading | null>();

  constructor(states: readonly State[], readings: Readings) {
    this.states = states;
    this.canEnd = states.some(({ canEnd }) => canEnd);
    this.#readings = readings;
  }

  /** Null where the byte cannot follow. */
  after(byte: number): Reading | null {
    const known = this.#known.get(byte);
    if (known !== undefined) return known;
    const next = this.#readings.after(this, byte);
    this.#known.set(byte, next);
    return next;
  }
}

/**
 * Makes readings, the same states being the same reading. However many ways there are to read a text, each part of a schema is at one
 * place once among them: beginnings of the same are joined, so there are never more states than the schema has parts. Only counts within
 * counts, such as `("a"{1,9}){1,9}`, add up: they throw `TooManyReadings` where there are too many.
 */
export class Readings {
  readonly #readings = new Known<Reading>((reading) => reading.states);
  readonly #eithers = new Known<{ states: readonly State[]; state: State }>(({ states }) => states);
  readonly #joined = new WeakMap<State, Map<object, State>>();

  readonly #maxWork: number;
  #work = 0;

  constructor(maxWork = MAX_WORK) {
    this.#maxWork = maxWork;
  }

  /** Null where there is no state. Throws `TooManyReadings` where the text has taken too much work. */
  after({ states }: Reading, byte: number): Reading | null {
    const before = State.work;
    const next = this.of(allAfter(states, byte));
    this.#work += State.work - before;
    if (this.#work > this.#maxWork)
      throw new TooManyReadings(
        "The text so far took too long to read in all ways that the grammar has; write it with fewer ways to read one text",
      );
    return next;
  }

  /** Null where there is no state. */
  of(reached: readonly State[]): Reading | null {
    const states = this.#join(new Set(reached));
    if (states.length === 0) return null;
    if (states.length > MAX_STATES)
      throw new TooManyReadings(
        `The text so far can be read in more than ${MAX_STATES} ways; put something between repeats within repeats, or count only one of them`,
      );
    return this.#readings.find(states) ?? this.#readings.add(states, new Reading(states, this));
  }

  #join(reached: ReadonlySet<State>): readonly State[] {
    const states: State[] = [];
    const begun = new Map<object, State[]>();
    for (const state of reached) {
      const alike = state.begins && begun.get(state.begins.what);
      if (alike) alike.push(state);
      else if (state.begins) begun.set(state.begins.what, [state]);
      else states.push(state);
    }
    for (const alike of begun.values()) {
      const [one] = alike;
      if (one) states.push(alike.length === 1 ? one : this.#beginning(one, alike));
    }
    return states;
  }

  /** Merges states that begin alike into `one`, followed by what follows any of them. */
  #beginning(one: State, alike: readonly State[]): State {
    if (!one.begins) return one;
    const then = this.#either(alike.flatMap(({ begins }) => begins?.then ?? []));
    const known = this.#joined.get(then) ?? new Map<object, State>();
    this.#joined.set(then, known);
    const joined = known.get(one.begins.what) ?? one.begins.followedBy(then);
    known.set(one.begins.what, joined);
    return joined;
  }

  #either(states: readonly State[]): State {
    const known = this.#eithers.find(states) ?? this.#eithers.add(states, { states, state: either(states) });
    return known.state;
  }
}

/** Things by the states that they stand for. */
class Known<T> {
  readonly #statesOf: (thing: T) => readonly State[];
  readonly #things = new Map<number, T[]>();
  #count = 0;

  constructor(statesOf: (thing: T) => readonly State[]) {
    this.#statesOf = statesOf;
  }

  find(states: readonly State[]): T | undefined {
    return this.#things.get(digest(states))?.find((thing) => areSame(this.#statesOf(thing), states));
  }

  add(states: readonly State[], thing: T): T {
    if (this.#count++ >= MAX_REMEMBERED) {
      this.#things.clear();
      this.#count = 1;
    }
    const key = digest(states);
    this.#things.set(key, [...(this.#things.get(key) ?? []), thing]);
    return thing;
  }
}

function digest(states: readonly State[]): number {
  return states.reduce((sum, { id }) => (Math.imul(sum, 31) + id) | 0, 0);
}

function areSame(a: readonly State[], b: readonly State[]): boolean {
  return a.length === b.length && a.every((state, i) => state === b[i]);
}
