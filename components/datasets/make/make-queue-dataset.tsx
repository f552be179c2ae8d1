"use client";

import { useQuery } from "@tanstack/react-query";
import { Database, Scale } from "lucide-react";
import { usePathname } from "next/navigation";
import { useMemo } from "react";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { useIsFinished } from "#components/queues/parts/use-is-finished.ts";
import { Button } from "#components/ui/button/button.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { MakeDatasetDialog } from "./make-dataset-dialog.tsx";

/** The ways from the answers of the page's queue to training data, for a model or for a judge; `make=` in the address says which is open. */
function useWays() {
  const { can } = useProject();
  const { kind } = useQueue();
  const { get, replace } = useSearchState();
  const mayMake = can("datasets:write");
  return {
    mayMake,
    mayTrainJudge: mayMake && kind === "single",
    shown: get("make"),
    open: (make: "dataset" | "judge") => replace({ make }),
    close: () => replace({ make: null }),
  };
}

/** As buttons. */
export function MakeDatasetButtons() {
  const { mayMake, mayTrainJudge, open } = useWays();
  const isFinished = useIsFinished(useQueue());
  return (
    <>
      {mayTrainJudge ? (
        <Button icon={<Scale />} onClick={() => open("judge")}>
          Train a judge
        </Button>
      ) : null}
      {mayMake ? (
        <Button
          variant={isFinished ? "primary" : "secondary"}
          icon={<Database />}
          onClick={() => open("dataset")}
        >
          Make a dataset
        </Button>
      ) : null}
    </>
  );
}

/** As items of a menu. */
export function MakeDatasetItems() {
  const { mayMake, mayTrainJudge, open } = useWays();
  if (!mayMake) return null;
  return (
    <>
      <MenuItem icon={<Database />} onSelect={() => open("dataset")}>
        Make a dataset
      </MenuItem>
      {mayTrainJudge ? (
        <MenuItem icon={<Scale />} onSelect={() => open("judge")}>
          Train a judge
        </MenuItem>
      ) : null}
      <MenuSeparator />
    </>
  );
}

/** What either opens, and the key. */
export function MakeDatasetDialogs() {
  const { mayMake } = useWays();
  return mayMake ? <Opened /> : null;
}

function Opened() {
  const { mayTrainJudge, shown, close } = useWays();
  const { replace } = useSearchState();
  useShortcuts(
    "Datasets",
    useMemo(
      () => [{ keys: "b", label: "Make a dataset of this", run: () => replace({ make: "dataset" }) }],
      [replace],
    ),
  );
  if (shown === "dataset") return <WithFields onClose={close} />;
  return shown === "judge" && mayTrainJudge ? <WithFields isForJudge onClose={close} /> : null;
}

function WithFields({ onClose, isForJudge = false }: { onClose: () => void; isForJudge?: boolean }) {
  const { projectId } = useProject();
  const queue = useQueue();
  const fields = useQuery(queueFieldsQuery(projectId, queue.scorerRefs));
  // That part shows what the answers are ready for once there is a dataset.
  const staysHere = usePathname().endsWith("/train") && !isForJudge;
  if (fields.data)
    return (
      <MakeDatasetDialog
        origin={{ kind: "queue", queue, fields: fields.data }}
        isForJudge={isForJudge}
        staysHere={staysHere}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={isForJudge ? "Train a judge" : "Make a dataset"}
    >
      {fields.error ? (
        <QueryError title="The questions could not be loaded" query={fields} />
      ) : (
        <SkeletonLines label="Loading the questions" lines={5} />
      )}
    </Dialog>
  );
}
