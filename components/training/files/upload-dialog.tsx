"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { baseModelsOf } from "#components/run/queries/base-models.ts";
import { servedModelsQuery } from "#components/run/queries/model-queries.ts";
import { TrainingFilePicker } from "#components/training/new/training-file-picker.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { UploadedFile } from "#lib/contract/training/files.ts";

/** Takes a file of conversations; every line is checked before it is kept. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { projectId } = useProject();
  const bases = useQuery({ ...servedModelsQuery, select: baseModelsOf });
  const [file, setFile] = useState<UploadedFile | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Upload a training file"
      footer={
        <Button variant={file ? "primary" : "secondary"} onClick={onClose}>
          {file ? "Done" : "Close"}
        </Button>
      }
    >
      <TrainingFilePicker
        projectId={projectId}
        baseModel={bases.data?.[0] ?? "spindle-mini"}
        file={file}
        onFile={setFile}
        error={null}
      />
    </Dialog>
  );
}
