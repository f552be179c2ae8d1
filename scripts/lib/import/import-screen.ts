import type { Listener, Totals } from "#lib/traces/import/files/import-chunks.ts";

/** After so many, what is left out is counted only. */
const MAX_REASONS = 100;
const BAR_CELLS = 30;
/** Where nobody watches a bar, a line is written each time so much more of the file is done. */
const STEP = 0.1;

type Screen = { isTTY?: boolean; write(text: string): unknown };

/** Shows how far an import has got: a bar on a terminal, a line now and then elsewhere. */
export class ImportScreen implements Listener {
  readonly #screen: Screen;
  readonly #sizeBytes: number;
  #reasons = 0;
  #shown = -1;

  constructor(screen: Screen, sizeBytes: number) {
    this.#screen = screen;
    this.#sizeBytes = sizeBytes;
  }

  leftOut(place: string, reason: string): void {
    this.#reasons += 1;
    if (this.#reasons > MAX_REASONS) return;
    this.#write(`${place} is left out: ${reason}\n`);
    if (this.#reasons === MAX_REASONS) this.#write("what else is left out is only counted\n");
  }

  progress(bytesRead: number, totals: Totals): void {
    const done = Math.min(1, bytesRead / Math.max(1, this.#sizeBytes));
    const step = Math.floor(done / (this.#screen.isTTY ? 0.01 : STEP));
    if (step === this.#shown) return;
    this.#shown = step;
    const percent = `${Math.floor(done * 100)}%`.padStart(4);
    const counts = `${plural(totals.turns, "turn")} of ${plural(totals.threads, "thread")}`;
    this.#screen.write(
      this.#screen.isTTY ? `\r\u001b[K${barOf(done)}${percent}  ${counts}` : `${percent}  ${counts}\n`,
    );
  }

  /** Leaves the line of the bar. */
  end(): void {
    if (this.#screen.isTTY && this.#shown >= 0) this.#screen.write("\n");
  }

  #write(text: string): void {
    this.#screen.write(this.#screen.isTTY ? `\r\u001b[K${text}` : text);
  }
}

function barOf(done: number): string {
  const filled = Math.round(done * BAR_CELLS);
  return "█".repeat(filled) + "░".repeat(BAR_CELLS - filled);
}

/** What an import did, in a few lines. */
export function summaryOf(totals: Totals): string {
  const loose = totals.loose > 0 ? `, ${plural(totals.loose, "call")} outside of threads` : "";
  const found = `${plural(totals.threads, "thread")}, ${plural(totals.turns, "turn")}, ${plural(totals.nested, "nested call")}${loose}`;
  const stored = `${plural(totals.added, "call")} added, ${number(totals.known)} already there`;
  const repeated = totals.repeated > 0 ? `, ${number(totals.repeated)} in the file twice` : "";
  const refused = totals.refused > 0 ? `, ${number(totals.refused)} refused` : "";
  return `${plural(totals.records, "record")} read, ${number(totals.badRecords)} left out\n${found}\n${stored}${repeated}${refused}\n`;
}

function plural(count: number, word: string): string {
  return `${number(count)} ${word}${count === 1 ? "" : "s"}`;
}

function number(value: number): string {
  return value.toLocaleString("en");
}
