"use client";

import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { lineFaultsOf } from "#components/training/new/file-faults.ts";
import { uploadTrainingFile } from "#components/training/new/upload-training-file.ts";
import { Button } from "#components/ui/button/button.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { Origin } from "./origin.ts";

const MakeDatasetDialog = late(
  () => import("./make-dataset-dialog.tsx").then((file) => file.MakeDatasetDialog),
  { when: "wanted" },
);

/** The way from a file of rows to a dataset, for those who may upload one. */
export function MakeFromFile() {
  const { can } = useProject();
  return can("datasets:write") && can("models:write") ? <FilePicker /> : null;
}

function FilePicker() {
  const { projectId } = useProject();
  const input = useRef<HTMLInputElement>(null);
  const [origin, setOrigin] = useState<Origin | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) => originOf(projectId, file),
    onSuccess: setOrigin,
    onError: (error, { name }) =>
      toast({ title: `“${name}” was not taken`, detail: whyNot(error), tone: "danger" }),
  });
  return (
    <>
      <Button icon={<FileUp />} pending={upload.isPending} onClick={() => input.current?.click()}>
        From a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".jsonl,.ndjson,.json,.parquet"
        aria-label="File of rows"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload.mutate(file);
          // The same file may be chosen again after it was corrected.
          target.value = "";
        }}
      />
      {origin ? <MakeDatasetDialog origin={origin} onClose={() => setOrigin(null)} /> : null}
    </>
  );
}

const BEGINNING_BYTES = 65_536;

async function originOf(projectId: string, file: File): Promise<Origin> {
  const beginning = await file.slice(0, BEGINNING_BYTES).text();
  const { signal } = new AbortController();
  const { id } = await uploadTrainingFile({ projectId, file, signal, onProgress: () => {} });
  return { kind: "upload", fileId: id, filename: file.name, holds: kindIn(beginning) };
}

/** What the rows of a file look like by its beginning. */
function kindIn(text: string): DatasetKind {
  if (/"(chosen|preferred_output)"/.test(text)) return "preference";
  if (/"completion"/.test(text)) return /"reward"/.test(text) ? "reward" : "kto";
  return /"prompt"/.test(text) ? "prompts" : "sft";
}

const FAULTS_SHOWN = 3;

function whyNot(error: unknown): string {
  const faults = lineFaultsOf(error).slice(0, FAULTS_SHOWN);
  if (faults.length === 0) return explainError(error);
  return faults.map(({ line, text }) => `Line ${line}: ${text}`).join(" ");
}
