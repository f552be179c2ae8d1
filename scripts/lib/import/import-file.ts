import fs from "node:fs";
import { BadLine } from "#lib/import/bad-line.ts";
import { conversationCalls, type ImportedCall } from "#lib/import/conversation-calls.ts";
import { readConversation } from "#lib/import/read-conversation.ts";
import { type Line, readLines, requireText } from "#lib/import/read-lines.ts";
import { sendCalls, type Target } from "./send-calls.ts";

export type Totals = {
  /** Lines with something on them. */
  lines: number;
  badLines: number;
  /** Threads, turns and nested calls that were found in the file. */
  threads: number;
  turns: number;
  nested: number;
  /** Calls that this run stored, that were stored before, and that the service would not take. */
  added: number;
  known: number;
  refused: number;
};

/** Told while a file is read. */
export type Listener = {
  /** A line, or a call made from it, that was left out. */
  leftOut(line: number, reason: string): void;
  progress(bytesRead: number, totals: Totals): void;
};

type LineCall = ImportedCall & { line: number };

const BATCH_CALLS = 100;

/** Reads a file line by line and sends what it holds, a batch at a time. Throws where the file cannot be read or the service not be used. */
export async function importFile(file: string, target: Target, listener: Listener): Promise<Totals> {
  return new Import(target, listener).run(fs.createReadStream(file));
}

class Import {
  readonly totals: Totals = {
    lines: 0,
    badLines: 0,
    threads: 0,
    turns: 0,
    nested: 0,
    added: 0,
    known: 0,
    refused: 0,
  };
  readonly #target: Target;
  readonly #listener: Listener;
  readonly #threadIds = new Set<string>();
  #waiting: LineCall[] = [];

  constructor(target: Target, listener: Listener) {
    this.#target = target;
    this.#listener = listener;
  }

  async run(chunks: AsyncIterable<Uint8Array>): Promise<Totals> {
    for await (const line of readLines(chunks)) {
      this.totals.lines += 1;
      for (const call of this.#callsOf(line)) {
        this.#waiting.push(call);
        if (this.#waiting.length === BATCH_CALLS) await this.#send();
      }
      this.#listener.progress(line.bytesRead, this.totals);
    }
    await this.#send();
    return this.totals;
  }

  #callsOf(line: Line): LineCall[] {
    try {
      const calls = conversationCalls(readConversation(requireText(line)));
      for (const call of calls) this.#count(call);
      return calls.map((call) => ({ ...call, line: line.number }));
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      this.totals.badLines += 1;
      this.#listener.leftOut(line.number, error.message);
      return [];
    }
  }

  #count({ id, turnId, threadId }: ImportedCall): void {
    this.#threadIds.add(threadId);
    this.totals.threads = this.#threadIds.size;
    if (id === turnId) this.totals.turns += 1;
    else this.totals.nested += 1;
  }

  async #send(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const { added, known, refused } = await sendCalls(this.#waiting, this.#target);
    this.#waiting = [];
    this.totals.added += added.length;
    this.totals.known += known.length;
    this.totals.refused += refused.length;
    for (const { call, reason } of refused)
      this.#listener.leftOut(call.line, `the service refused a call of it: ${reason}`);
  }
}
