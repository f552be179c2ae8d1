import { setImmediate as nextTurn } from "node:timers/promises";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import { Admission } from "./admission.internal.ts";
import type { Batch } from "./batch.internal.ts";
import type { DecodeSession, Distributions } from "./decode-session.internal.ts";
import type { Row } from "./row.internal.ts";
import { TokenPicker } from "./token-picker.internal.ts";

/** Tokens of a prompt computed at once, and about how many of all prompts between two steps: long prompts do not hold up the others. */
const PREFILL_TOKENS = 256;

/** Temperatures below choose the same tokens, and their inverse would overflow. */
const LOWEST_TEMPERATURE = 1e-6;

/**
 * Decodes all rows together, one token of each per step; rows join and leave between the steps. It runs while there is work. The runtime
 * blocks the thread during a step and lets waiting events through before each, so that requests and aborts are seen in time.
 */
export class DecodeLoop {
  readonly #session: DecodeSession;
  readonly #batch: Batch;
  readonly #picker: TokenPicker;
  readonly #vocabSize: number;
  readonly #admission: Admission;
  #running: Promise<void> | null = null;
  #change = Promise.withResolvers<void>();

  constructor(session: DecodeSession, batch: Batch, vocabSize: number) {
    this.#session = session;
    this.#batch = batch;
    this.#admission = new Admission(batch);
    this.#picker = new TokenPicker(vocabSize);
    this.#vocabSize = vocabSize;
  }

  get active(): number {
    return this.#batch.rows.length;
  }

  get waiting(): number {
    return this.#admission.waiting;
  }

  add(row: Row): void {
    this.#admission.add(row);
    this.#running ??= this.#run();
    this.#change.resolve();
  }

  /** Call it for each row whose reader has caught up, or that nobody wants any more. */
  changed(row: Row): void {
    if (row.isOver) this.#admission.remove(row);
    this.#change.resolve();
  }

  /** Ends every row with `error`; resolves when no step is running any more. */
  async stop(error: Error): Promise<void> {
    this.#failAll(error);
    await this.#running;
  }

  async #run(): Promise<void> {
    // Requests that are made together are then seen together.
    await nextTurn();
    try {
      while (this.waiting + this.active > 0) await this.#turn();
    } catch (error) {
      this.#failAll(fault(error));
      this.#removeFinished();
    } finally {
      this.#admission.forgetPrompts();
      this.#running = null;
    }
  }

  async #turn(): Promise<void> {
    // Made before anything is looked at, so that no change is missed that comes while the turn is under way.
    this.#change = Promise.withResolvers();
    this.#removeFinished();
    await this.#prefill();
    this.#startReady();
    if (this.#batch.decoding > 0) await this.#decode();
    else if (this.#isStalled()) await this.#change.promise;
  }

  #removeFinished(): void {
    for (const row of this.#batch.rows.filter(({ isOver }) => isOver)) this.#batch.remove(row);
  }

  /** Gives rows their places and works on their prompts; the keys take turns. */
  async #prefill(): Promise<void> {
    let budget = PREFILL_TOKENS;
    while (budget > 0) {
      const row = this.#admission.nextPrompt();
      if (!row) return;
      budget -= await this.#prefillChunk(row);
    }
  }

  /** Chunks begin at the same positions whatever else runs, so that the same prompt gives the same bits. Returns the number of tokens computed. */
  async #prefillChunk(row: Row): Promise<number> {
    const { cache } = this.#batch;
    const count = Math.min(row.promptLeft, PREFILL_TOKENS);
    const tokenIds = row.request.promptTokenIds.slice(row.length, row.length + count);
    try {
      await this.#session.prefill(tokenIds, row.length, cache.tensors(row.slot, 1));
    } catch (error) {
      row.fail(fault(error));
    }
    row.length += count;
    if (row.promptLeft === 0 && !row.isOver) this.#admission.keepPrompt(row);
    return count;
  }

  /** Rows whose prompt is complete and whose reader keeps up. */
  #startReady(): void {
    for (const row of this.#batch.rows.slice(this.#batch.decoding))
      if (row.promptLeft === 0 && !row.isOver && row.channel.isDrained) this.#batch.startDecoding(row);
  }

  /** Every row waits for its reader. */
  #isStalled(): boolean {
    const { rows } = this.#batch;
    return rows.length > 0 && rows.every(({ promptLeft, isOver }) => promptLeft === 0 && !isOver);
  }

  async #decode(): Promise<void> {
    const rows = this.#batch.rows.slice(0, this.#batch.decoding);
    const lengths = rows.map(({ length }) => length);
    this.#batch.reserve(Math.max(...lengths) + 1);
    const step = {
      tokenIds: rows.map(({ newest }) => newest),
      lengths,
      temperatures: rows.map(({ request }) => temperatureOf(request.settings.temperature)),
    };
    try {
      const distributions = await this.#session.decode(step, this.#batch.cache.tensors(0, rows.length));
      for (const [index, row] of rows.entries()) if (!row.isOver) this.#sample(row, index, distributions);
    } catch (error) {
      for (const row of rows) row.fail(fault(error));
    }
  }

  #sample(row: Row, index: number, { logprobs, probabilities }: Distributions): void {
    const [start, end] = [index * this.#vocabSize, (index + 1) * this.#vocabSize];
    const distribution = {
      logprobs: logprobs.subarray(start, end),
      probabilities: probabilities.subarray(start, end),
    };
    const { settings, constraint } = row.request;
    try {
      const id = this.#picker.pick(distribution, {
        settings,
        constraint,
        position: row.completed,
        came: row.came,
      });
      const logprob = distribution.logprobs[id] ?? Number.NEGATIVE_INFINITY;
      row.accept({ id, logprob, top: topLogprobs(distribution.logprobs, settings.topLogprobs) });
    } catch (error) {
      row.fail(fault(error));
    }
    if (row.channel.isFull && !row.isOver) this.#batch.stopDecoding(row);
  }

  #failAll(error: Error): void {
    for (const row of this.#admission.empty()) row.fail(error);
    for (const row of this.#batch.rows) if (!row.isOver) row.fail(error);
    this.#change.resolve();
  }
}

function temperatureOf(temperature: number): number {
  return temperature === 0 ? 1 : Math.max(temperature, LOWEST_TEMPERATURE);
}

function fault(error: unknown): EngineFault {
  if (error instanceof EngineFault) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new EngineFault(`The engine's runtime failed: ${reason}`, { cause: error });
}

/** The `count` most likely tokens with their log-probabilities, best first; of equal ones the smaller id comes first. */
function topLogprobs(logprobs: Float32Array, count: number): (readonly [id: number, logprob: number])[] {
  const best: (readonly [number, number])[] = [];
  if (count === 0) return best;
  for (let id = 0; id < logprobs.length; id++) {
    const logprob = logprobs[id] ?? 0;
    const worst = best[count - 1];
    if (worst && logprob <= worst[1]) continue;
    if (worst) best.pop();
    let at = best.length;
    while (at > 0 && (best[at - 1]?.[1] ?? 0) < logprob) at -= 1;
    best.splice(at, 0, [id, logprob]);
  }
  return best;
}
