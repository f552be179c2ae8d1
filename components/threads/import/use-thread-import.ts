import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { ImportRun, NO_IMPORT } from "./import-run.ts";

export type ThreadImport = ReturnType<typeof useThreadImport>;

/** The import into the project on the screen. */
export function useThreadImport() {
  const { projectId } = useProject();
  const run = runOf(projectId, useQueryClient());
  const state = useSyncExternalStore(run.subscribe, run.read, () => NO_IMPORT);
  useEffect(() => () => run.leave(), [run]);
  return {
    state,
    threadIds: () => run.threadIds(),
    added: () => run.added(),
    open: (files: readonly File[]) => void run.open(files),
    send: () => void run.send(),
    undo: () => void run.undo(),
    cancel: () => run.cancel(),
    close: () => run.close(),
  };
}

const runs = new Map<string, ImportRun>();

function runOf(projectId: string, client: QueryClient): ImportRun {
  const run = runs.get(projectId) ?? new ImportRun(projectId, client);
  if (typeof window !== "undefined") runs.set(projectId, run);
  return run;
}
