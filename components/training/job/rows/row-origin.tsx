"use client";

import { useQuery } from "@tanstack/react-query";
import { ListPlus } from "lucide-react";
import { useState } from "react";
import { datasetChoicesQuery, trainedRowQuery } from "#components/datasets/parts/dataset-queries.ts";
import { EvidenceList } from "#components/datasets/parts/evidence-list.tsx";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { useProject } from "#components/project/project-context.tsx";
import { AddToQueueDialog } from "#components/queues/add/add-to-queue-dialog.tsx";
import { readObjectRef } from "#components/queues/parts/annotation-field.ts";
import { Button } from "#components/ui/button/button.tsx";

/** Who said what a row teaches, of which calls, and the way to have people look at them again. Nothing of data that are no version of a dataset. */
export function RowOrigin({ datasetRef, position }: { datasetRef: string; position: number }) {
  const { projectId, can } = useProject();
  const { personName } = useNaming();
  const [isOpen, setOpen] = useState(false);
  const enabled = can("datasets:read");
  const named = readObjectRef(datasetRef);
  const datasets = useQuery({ ...datasetChoicesQuery(projectId), enabled });
  const datasetId = datasets.data?.find(({ name }) => name === named?.objectId)?.id ?? "";
  const place = { projectId, datasetId, version: datasetRef.slice(datasetRef.lastIndexOf(":") + 1) };
  const found = useQuery({ ...trainedRowQuery(place, position), enabled: enabled && datasetId !== "" });
  if (!found.data || found.data.evidence.length === 0) return null;
  const { evidence } = found.data;
  const callIds = evidence.flatMap(({ kind, id }) => (kind === "call" ? id : []));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <EvidenceList evidence={evidence} personName={personName} queueId={null} place={found.data.place} />
      {callIds.length > 0 && can("queues:write") ? (
        <>
          <Button size="sm" icon={<ListPlus />} onClick={() => setOpen(true)}>
            Add to a queue
          </Button>
          <AddToQueueDialog callIds={callIds} open={isOpen} onOpenChange={setOpen} />
        </>
      ) : null}
    </div>
  );
}
