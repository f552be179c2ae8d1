import { useMemo } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";

/** In a list of which nothing is selected, the key that adds what is selected to a queue says what to do first. */
export function useSelectFirst(things: "threads" | "calls", isAnySelected: boolean): void {
  const { can } = useProject();
  const isOffered = can("queues:write") && !isAnySelected;
  useShortcuts(
    "Selection",
    useMemo(
      () =>
        isOffered
          ? [
              {
                keys: "q",
                label: `Add the selected ${things} to a queue`,
                run: () =>
                  toast({
                    title: `Select ${things} first`,
                    detail: "J and K move, X selects; then Q adds them to a queue.",
                  }),
              },
            ]
          : [],
      [isOffered, things],
    ),
  );
}
