"use client";

import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { MakeDataset } from "./make-dataset.tsx";
import { MakeDatasetDialog } from "./make-dataset-dialog.tsx";

/** The ways from the answers of the page's queue to training data, for a model or for a judge. */
export function MakeDatasetButton() {
  return (
    <>
      <TrainJudge />
      <MakeDataset>{(onClose) => <WithFields onClose={onClose} />}</MakeDataset>
    </>
  );
}

/** `make=judge` in the address opens it at once. */
function TrainJudge() {
  const { can } = useProject();
  const { kind } = useQueue();
  const { get, replace } = useSearchState();
  if (!can("datasets:write") || kind !== "single") return null;
  return (
    <>
      <Button icon={<Scale />} onClick={() => replace({ make: "judge" })}>
        <span className="max-sm:sr-only">Train a judge</span>
      </Button>
      {get("make") === "judge" ? <WithFields isForJudge onClose={() => replace({ make: null })} /> : null}
    </>
  );
}

function WithFields({ onClose, isForJudge = false }: { onClose: () => void; isForJudge?: boolean }) {
  const { projectId } = useProject();
  const queue = useQueue();
  const fields = useQuery(queueFieldsQuery(projectId, queue.scorerRefs));
  if (fields.data)
    return (
      <MakeDatasetDialog
        origin={{ kind: "queue", queue, fields: fields.data }}
        isForJudge={isForJudge}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Make a dataset"
    >
      {fields.error ? (
        <QueryError title="The questions could not be loaded" query={fields} />
      ) : (
        <SkeletonLines label="Loading the questions" lines={5} />
      )}
    </Dialog>
  );
}
