import { useMutation } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { type ReadSoFar, readTurnLines } from "#components/threads/queries/read-turn-lines.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { saveBlob } from "#components/ui/save-file.ts";
import { countOf } from "#components/ui/text/format.ts";

const NOTHING: ReadSoFar = { turns: 0, sizeBytes: 0 };
const TOLD_EVERY_MS = 250;

export type ThreadExport = ReturnType<typeof useThreadExport>;

/** Saves the turns of threads as one file. It continues when the page is left, since the file is wanted all the same. */
export function useThreadExport() {
  const { projectId, project } = useProject();
  const stop = useRef<AbortController | null>(null);
  const [soFar, setSoFar] = useState(NOTHING);
  const begin = () => {
    setSoFar(NOTHING);
    stop.current = new AbortController();
    return stop.current;
  };
  const { mutate, reset, isPending, variables } = useMutation({
    mutationFn: async (threadIds: readonly string[]) => {
      const { signal } = begin();
      let [last, toldAt] = [NOTHING, performance.now()];
      const onProgress = (now: ReadSoFar) => {
        last = now;
        if (performance.now() - toldAt < TOLD_EVERY_MS) return;
        toldAt = performance.now();
        setSoFar(now);
      };
      const lines = await readTurnLines(projectId, threadIds, { onProgress, signal });
      return { lines, turns: last.turns };
    },
    onSuccess: ({ lines, turns }) => {
      if (turns === 0)
        return void toast({
          title: "There was nothing to export",
          detail: "All turns of the selected threads have been deleted.",
        });
      saveBlob(lines, `${project} threads.jsonl`);
      toast({ title: `${countOf(turns, "turn")} exported`, tone: "success" });
    },
    onError: (error, threadIds) => {
      if (error.name === "AbortError") return;
      toast({
        title: "The threads could not be exported",
        detail: explainError(error),
        tone: "danger",
        action: { label: "Try again", onAction: () => mutate(threadIds) },
      });
    },
  });
  return {
    isRunning: isPending,
    /** What is being exported. */
    threadIds: variables ?? [],
    soFar,
    start: useCallback((threadIds: ReadonlySet<string>) => mutate([...threadIds]), [mutate]),
    cancel: () => {
      stop.current?.abort();
      reset();
      toast({ title: "Export cancelled" });
    },
  };
}
