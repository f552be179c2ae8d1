import type { QueryClient } from "@tanstack/react-query";
import { explainError } from "#components/layout/state/explain-error.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { countOf } from "#components/ui/text/format.ts";
import { ImportJob, type ImportResult, reasonOf, sizeOf } from "./import-job.ts";
import { type ImportPreview, readImport } from "./read-import.ts";

export type ImportState =
  | { step: "idle" }
  | { step: "reading"; name: string; bytesRead: number; sizeBytes: number }
  | { step: "ready"; preview: ImportPreview }
  | { step: "sending"; bytesRead: number; sizeBytes: number }
  | ({ step: "ended" } & ImportResult)
  | { step: "undoing" };

export const NO_IMPORT: ImportState = { step: "idle" };
const REPORT_EVERY_MS = 200;

/**
 * The import into a project: reads files of conversations, sends them, and can undo it. It belongs to the tab and not to the
 * page, so it continues while other pages are looked at, and the way back is still there afterwards.
 */
export class ImportRun {
  readonly #projectId: string;
  readonly #client: QueryClient;
  readonly #listeners = new Set<() => void>();
  #state: ImportState = NO_IMPORT;
  #stop = new AbortController();
  #job: ImportJob;

  constructor(projectId: string, client: QueryClient) {
    this.#projectId = projectId;
    this.#client = client;
    this.#job = new ImportJob(projectId, []);
  }

  readonly read = (): ImportState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The threads that got calls by this import. */
  threadIds(): string[] {
    return this.#job.threadIds();
  }

  /** What this import stored, such as `3 threads`; null for nothing. */
  added(): string | null {
    return this.#job.hasAdded ? this.#job.addedText() : null;
  }

  /** Reads files to be looked at. While an import runs, another has to wait. */
  async open(files: readonly File[]): Promise<void> {
    if (isAtWork(this.#state)) return tellAtWork(this.#state);
    if (files.length === 0) return;
    const signal = this.#begin();
    const shown = { step: "reading" as const, name: namesOf(files), sizeBytes: sizeOf(files) };
    this.#set({ ...shown, bytesRead: 0 });
    try {
      const onProgress = seldom((bytesRead) => this.#set({ ...shown, bytesRead }));
      const preview = await readImport(files, { onProgress, signal });
      this.#job = new ImportJob(this.#projectId, files);
      this.#set({ step: "ready", preview });
    } catch (error) {
      if (signal.aborted) return;
      this.#set(NO_IMPORT);
      toast({
        title: files.length === 1 ? "The file could not be read" : "The files could not be read",
        detail: reasonOf(error),
        tone: "danger",
      });
    }
  }

  async send(): Promise<void> {
    const signal = this.#begin();
    const shown = { step: "sending" as const, sizeBytes: sizeOf(this.#job.files) };
    this.#set({ ...shown, bytesRead: 0 });
    const onProgress = seldom((bytesRead) => this.#set({ ...shown, bytesRead }));
    const result = await this.#job.send({ onProgress, signal });
    this.#set({ step: "ended", ...result });
    if (this.#listeners.size === 0) tellEnded(result, this.#job.addedText());
    this.#refresh();
  }

  async undo(): Promise<void> {
    const undone = this.#job.addedText();
    this.#set({ step: "undoing" });
    try {
      await this.#job.undo();
      this.#set(NO_IMPORT);
      toast({ title: `The import of ${undone} was undone`, tone: "success" });
    } catch (error) {
      this.#set({ step: "ended", why: "failed", error: explainError(error), totals: null });
    }
    this.#refresh();
  }

  cancel(): void {
    this.#stop.abort();
  }

  close(): void {
    this.#stop.abort();
    this.#set(NO_IMPORT);
  }

  /** The page goes: what is not stored yet is not asked about elsewhere. */
  leave(): void {
    if (this.#state.step === "reading" || this.#state.step === "ready") this.close();
  }

  #begin(): AbortSignal {
    this.#stop.abort();
    this.#stop = new AbortController();
    return this.#stop.signal;
  }

  #set(state: ImportState): void {
    this.#state = state;
    if (isAtWork(state)) window.addEventListener("beforeunload", warn);
    else window.removeEventListener("beforeunload", warn);
    for (const listener of this.#listeners) listener();
  }

  #refresh(): void {
    for (const group of ["calls", "threads"])
      void this.#client.invalidateQueries({ queryKey: [group, this.#projectId] });
  }
}

function isAtWork({ step }: ImportState): boolean {
  return step === "sending" || step === "undoing";
}

/** Closing the tab ends the import, and loses the list of calls to undo. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function tellAtWork({ step }: ImportState): void {
  if (step === "undoing")
    toast({ title: "An import is being undone", detail: "Try again once that has ended." });
  else toast({ title: "An import is running", detail: "Wait until it ends, or cancel it above the list." });
}

function tellEnded({ why }: ImportResult, added: string): void {
  toast({
    title: `${added} imported`,
    detail:
      why === "failed"
        ? "The import stopped early. See the list of threads."
        : "You can undo it above the list of threads.",
    tone: why === "failed" ? "danger" : "success",
  });
}

function namesOf(files: readonly File[]): string {
  const [only] = files;
  return files.length === 1 && only ? only.name : countOf(files.length, "file");
}

function seldom(report: (bytesRead: number) => void): (bytesRead: number) => void {
  let reportedAt = performance.now();
  return (bytesRead) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    report(bytesRead);
  };
}
