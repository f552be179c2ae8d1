"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { MakeDataset } from "./make-dataset.tsx";
import { MakeDatasetDialog } from "./make-dataset-dialog.tsx";

/** The way from the answers of the page's queue to training data. */
export function MakeDatasetButton() {
  return <MakeDataset>{(onClose) => <WithFields onClose={onClose} />}</MakeDataset>;
}

function WithFields({ onClose }: { onClose: () => void }) {
  const { projectId } = useProject();
  const queue = useQueue();
  const fields = useQuery(queueFieldsQuery(projectId, queue.scorerRefs));
  if (fields.data)
    return <MakeDatasetDialog origin={{ kind: "queue", queue, fields: fields.data }} onClose={onClose} />;
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
