import { RateLimited } from "#lib/platform/errors.ts";

/** Probes of one project that run or wait, and of all together. */
const MAX_OF_PROJECT = 4;
const MAX_OF_ALL = 32;
const RETRY_AFTER_SECONDS = 10;

/** `places` says how many probes come before it, each time that this changes, and ends when it is its turn; `leave` gives the place, or the turn, to others. */
export type PlaceInLine = {
  readonly places: () => AsyncGenerator<number>;
  readonly leave: () => void;
};

type Ticket = { readonly project: string; notify: () => void };

/** One probe computes at a time. Projects have turns, and within a project the first one comes first. */
export class ProbeLine {
  #current: Ticket | null = null;
  /** Whose turn it is comes first. */
  readonly #lines = new Map<string, Ticket[]>();

  /**
   * Throws `RateLimited` where too many run or wait. Who leaves gives the place back, also before it is asked about; who has left already, which no event says
   * again, gets none.
   */
  enter(project: string, signal: AbortSignal): PlaceInLine {
    signal.throwIfAborted();
    this.#requireRoom(project);
    const ticket: Ticket = { project, notify: () => undefined };
    this.#lines.set(project, [...(this.#lines.get(project) ?? []), ticket]);
    this.#advance();
    const leave = () => this.#leave(ticket);
    signal.addEventListener("abort", leave, { once: true });
    return { places: () => this.#places(ticket, signal), leave };
  }

  #requireRoom(project: string): void {
    const waiting = [...this.#lines.values()].flat();
    const all = this.#current ? [this.#current, ...waiting] : waiting;
    const own = all.filter((ticket) => ticket.project === project).length;
    if (own < MAX_OF_PROJECT && all.length < MAX_OF_ALL) return;
    const whose = own < MAX_OF_PROJECT ? `${all.length} probes` : `${own} probes of this project`;
    throw new RateLimited(`${whose} run or wait already; try again once one has ended`, RETRY_AFTER_SECONDS);
  }

  async *#places(ticket: Ticket, signal: AbortSignal): AsyncGenerator<number> {
    let said = 0;
    for (;;) {
      signal.throwIfAborted();
      const changed = Promise.withResolvers<void>();
      ticket.notify = changed.resolve;
      const place = this.#placeOf(ticket);
      if (place === 0) return;
      if (place !== said) yield place;
      else await untilEither(changed.promise, signal);
      said = place;
    }
  }

  /** How many come before it. */
  #placeOf(ticket: Ticket): number {
    if (this.#current === ticket) return 0;
    const before = (this.#lines.get(ticket.project) ?? []).indexOf(ticket);
    const keys = [...this.#lines.keys()];
    const ofOthers = keys.map((project, at) => {
      const passes =
        project === ticket.project ? before : before + (at < keys.indexOf(ticket.project) ? 1 : 0);
      return Math.min(passes, this.#lines.get(project)?.length ?? 0);
    });
    return ofOthers.reduce((sum, count) => sum + count, 1);
  }

  #leave(ticket: Ticket): void {
    if (this.#current === ticket) this.#current = null;
    const others = (this.#lines.get(ticket.project) ?? []).filter((one) => one !== ticket);
    if (others.length > 0) this.#lines.set(ticket.project, others);
    else this.#lines.delete(ticket.project);
    this.#advance();
  }

  #advance(): void {
    const [next] = this.#lines;
    if (this.#current === null && next) {
      const [project, [first, ...others]] = next;
      this.#current = first ?? null;
      this.#lines.delete(project);
      if (others.length > 0) this.#lines.set(project, others);
    }
    for (const ticket of [this.#current, ...[...this.#lines.values()].flat()]) ticket?.notify();
  }
}

async function untilEither(changed: Promise<void>, signal: AbortSignal): Promise<void> {
  const gone = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => gone.resolve(), { once: true });
  await Promise.race([changed, gone.promise]);
}
