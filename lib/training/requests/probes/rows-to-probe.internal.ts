import type { AccountCtx } from "#lib/access/context.ts";
import { MIB } from "#lib/contract/endpoint.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { type LineTally, overData, takeLines } from "#lib/training/data/over-data.internal.ts";
import type { RowShape } from "#lib/training/data/row-shape.ts";
import type { ProbeRequest } from "#lib/training/probe/probe-request.ts";
import { parsedLine } from "#lib/training/read-rows.ts";

/** Tokenising them takes about a second. */
const MAX_CHARACTERS = 2 * MIB;
const MAX_ROWS = 2_000;
/** A step over longer ones takes longer than a probe. */
const MAX_ROW_CHARACTERS = 65_536;

type Line = ProbeRequest["lines"][number];

/** The first rows of what a reference names, which are enough for a probe, and nothing of them is stored. A 422 where it names none, or one that cannot be learned from. */
export async function rowsToProbe(
  ctx: AccountCtx,
  reference: string,
  shape: RowShape,
): Promise<readonly Line[]> {
  const first = new FirstRows(shape);
  await overData(ctx, reference, { shape, use: (chunks) => takeLines(chunks, first) });
  return first.lines;
}

class FirstRows implements LineTally {
  readonly lines: Line[] = [];
  readonly #shape: RowShape;
  #characters = 0;
  #fault: string | null = null;

  constructor(shape: RowShape) {
    this.#shape = shape;
  }

  get isFull(): boolean {
    return this.#characters >= MAX_CHARACTERS || this.lines.length >= MAX_ROWS;
  }

  take(text: string, number: number): void {
    if (text.length > MAX_ROW_CHARACTERS) return;
    this.#shape.read(parsedLine(text, { number, line: this.#shape.line }), number);
    this.#characters += text.length;
    this.lines.push({ text, number });
  }

  note(_: number, text: string): void {
    this.#fault ??= text;
  }

  async settle(): Promise<void> {
    if (this.#fault !== null) throw new Rejected(this.#fault);
  }
}
