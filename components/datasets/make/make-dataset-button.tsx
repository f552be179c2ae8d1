"use client";

import { useQuery } from "@tanstack/react-query";
import { Database } from "lucide-react";
import { useState } from "react";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { MakeDatasetDialog } from "./make-dataset-dialog.tsx";

/** The way from the answers of the page's queue to training data. */
export function MakeDatasetButton() {
  const { can } = useProject();
  const [isOpen, setOpen] = useState(false);
  if (!can("datasets:write")) return null;
  return (
    <>
      <Button icon={<Database />} onClick={() => setOpen(true)}>
        Make a dataset
      </Button>
      {isOpen ? <WithFields onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function WithFields({ onClose }: { onClose: () => void }) {
  const { projectId } = useProject();
  const queue = useQueue();
  const fields = useQuery(queueFieldsQuery(projectId, queue.scorerRefs));
  if (fields.data) return <MakeDatasetDialog queue={queue} fields={fields.data} onClose={onClose} />;
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
