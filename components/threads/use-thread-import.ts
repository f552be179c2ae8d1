import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { countOf } from "#components/ui/format.ts";
import { toast } from "#components/ui/toast-store.ts";
import { ImportJob, type ImportResult, reasonOf, sizeOf } from "./import-job.ts";
import { type ImportPreview, readImport } from "./read-import.ts";

export type ImportState =
  | { step: "idle" }
  | { step: "reading"; name: string; bytesRead: number; sizeBytes: number }
  | { step: "ready"; preview: ImportPreview }
  | { step: "sending"; bytesRead: number; sizeBytes: number }
  | ({ step: "ended" } & ImportResult)
  | { step: "undoing" };

export type ThreadImport = ReturnType<typeof useThreadImport>;

const TOLD_EVERY_MS = 200;

/** Reads files of conversations, shows them, sends them, and takes back what was sent. */
export function useThreadImport() {
  const { projectId } = useProject();
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>({ step: "idle" });
  const stop = useRef(new AbortController());
  const job = useRef(new ImportJob(projectId, []));
  const begin = () => {
    stop.current.abort();
    stop.current = new AbortController();
    return stop.current.signal;
  };
  const refresh = () =>
    ["calls", "threads"].map((group) => client.invalidateQueries({ queryKey: [group, projectId] }));

  const open = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const signal = begin();
    const shown = { step: "reading" as const, name: namesOf(files), sizeBytes: sizeOf(files) };
    setState({ ...shown, bytesRead: 0 });
    try {
      const onProgress = seldom((bytesRead) => setState({ ...shown, bytesRead }));
      const preview = await readImport(files, { onProgress, signal });
      job.current = new ImportJob(projectId, files);
      setState({ step: "ready", preview });
    } catch (error) {
      if (signal.aborted) return;
      setState({ step: "idle" });
      toast({ title: "The file could not be read", detail: reasonOf(error), tone: "danger" });
    }
  };
  const send = async () => {
    const signal = begin();
    const shown = { step: "sending" as const, sizeBytes: sizeOf(job.current.files) };
    setState({ ...shown, bytesRead: 0 });
    const onProgress = seldom((bytesRead) => setState({ ...shown, bytesRead }));
    setState({ step: "ended", ...(await job.current.send({ onProgress, signal })) });
    refresh();
  };
  const undo = async () => {
    const threads = job.current.threadIds().length;
    setState({ step: "undoing" });
    try {
      await job.current.undo();
      setState({ step: "idle" });
      toast({ title: `The import of ${countOf(threads, "thread")} was undone`, tone: "success" });
    } catch (error) {
      setState({ step: "ended", why: "failed", error: explainError(error), totals: null });
    }
    refresh();
  };
  return {
    state,
    /** The threads that got calls by this import. */
    threadIds: () => job.current.threadIds(),
    /** While one runs, another has to wait. */
    open: (files: readonly File[]) => void (isAtWork(state) ? tellAtWork() : open(files)),
    send: () => void send(),
    undo: () => void undo(),
    cancel: () => stop.current.abort(),
    close: () => {
      stop.current.abort();
      setState({ step: "idle" });
    },
  };
}

function isAtWork({ step }: ImportState): boolean {
  return step === "sending" || step === "undoing";
}

function tellAtWork(): void {
  toast({ title: "An import is running", detail: "Wait for its end, or cancel it above the list." });
}

function namesOf(files: readonly File[]): string {
  const [only] = files;
  return files.length === 1 && only ? only.name : countOf(files.length, "file");
}

function seldom(tell: (bytesRead: number) => void): (bytesRead: number) => void {
  let toldAt = performance.now();
  return (bytesRead) => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return;
    toldAt = performance.now();
    tell(bytesRead);
  };
}
