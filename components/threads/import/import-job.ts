import { explainError } from "#components/layout/state/explain-error.ts";
import { countOf } from "#components/ui/text/format.ts";
import { call } from "#lib/client/call.ts";
import { deleteCalls } from "#lib/contract/traces/calls.ts";
import { Import, type Totals } from "#lib/traces/import/files/import-chunks.ts";
import { WrongFile } from "#lib/traces/import/wrong-file.ts";
import { nameAmong, pauses } from "./read-import.ts";

export type ImportResult = {
  why: "done" | "cancelled" | "failed";
  error: string | null;
  /** Null after a failed undo. */
  totals: Totals | null;
};

/** The service deletes at most this many named calls in one request. */
const MAX_DELETED = 1_000;

/** One import, over all its tries: what it is to send, and what it has stored. */
export class ImportJob {
  readonly files: readonly File[];
  readonly #projectId: string;
  /** The thread of each call that it stored, where it has one. */
  readonly #added = new Map<string, string | undefined>();
  readonly #unheard = new Set<string>();

  constructor(projectId: string, files: readonly File[]) {
    this.#projectId = projectId;
    this.files = files;
  }

  threadIds(): string[] {
    return [...new Set(this.#added.values())].filter((threadId) => threadId !== undefined);
  }

  /** What it stored: threads, or calls where those are in none. */
  addedText(): string {
    const threads = this.threadIds().length;
    return threads === 0 && this.#added.size > 0
      ? countOf(this.#added.size, "call")
      : countOf(threads, "thread");
  }

  get hasAdded(): boolean {
    return this.#added.size > 0;
  }

  /** Sends what has not been sent yet. A batch that is on its way is heard out, so that what it stored is known. */
  async send({ onProgress, signal }: Watch): Promise<ImportResult> {
    const [entity = "", project = ""] = this.#projectId.split("/");
    const rest = pauses();
    const ownBefore = this.#added.size;
    let readBefore = 0;
    let refusal: string | null = null;
    const running = new Import(
      { entity, project, signal, unheard: this.#unheard },
      {
        leftOut: (place, reason) => {
          if (running.totals.refused > 0) refusal ??= `${place}: ${reason}`;
        },
        added: (calls) => {
          for (const { id, threadId } of calls) this.#added.set(id, threadId);
        },
        progress: (bytesRead) => {
          signal.throwIfAborted();
          onProgress(readBefore + bytesRead);
          return rest();
        },
      },
    );
    try {
      for (const file of this.files) {
        await running.run(file, nameAmong(file, this.files)).catch(passWrongFile);
        readBefore += file.size;
      }
      return { why: "done", error: refusal, totals: withoutOwn(running.totals, ownBefore) };
    } catch (error) {
      if (signal.aborted)
        return { why: "cancelled", error: null, totals: withoutOwn(running.totals, ownBefore) };
      return { why: "failed", error: reasonOf(error), totals: withoutOwn(running.totals, ownBefore) };
    }
  }

  /** Deletes the calls that it stored, and no others. What was not deleted before an error can be tried again. */
  async undo(): Promise<void> {
    while (this.#added.size > 0) {
      const callIds = [...this.#added.keys()].slice(0, MAX_DELETED);
      await call(deleteCalls, { projectId: this.#projectId, callIds });
      for (const id of callIds) this.#added.delete(id);
    }
  }
}

type Watch = { onProgress: (bytesRead: number) => void; signal: AbortSignal };

export function sizeOf(files: readonly File[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

export function reasonOf(error: unknown): string {
  // The browser's word for a file that was moved or changed since it was chosen.
  if (error instanceof DOMException) return "It was changed or moved after you chose it. Choose it again.";
  return explainError(error);
}

/** What an earlier try of the same import stored was not there before it. */
function withoutOwn(totals: Totals, own: number): Totals {
  return { ...totals, known: Math.max(0, totals.known - own) };
}

/** One file of several may be of another kind; the preview said so. */
function passWrongFile(error: unknown): void {
  if (!(error instanceof WrongFile)) throw error;
}
