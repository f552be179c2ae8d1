"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Origin } from "#components/datasets/make/origin.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { lineFaultsOf } from "#components/training/new/file-faults.ts";
import { uploadTrainingFile } from "#components/training/new/upload-training-file.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { type Columns, lackOfColumns } from "#lib/datasets/import/columns.ts";
import { isOwnTable } from "#lib/datasets/import/own-table.ts";
import { proposeColumns } from "#lib/datasets/import/propose-columns.ts";
import { saysHeldOut } from "#lib/datasets/import/row-shapes.ts";
import { firstRowOf } from "./first-row.ts";
import { ImportView } from "./import-view.tsx";
import { readTable } from "./read-table.ts";

type ImportDialogProps = {
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
  onClose: () => void;
  onRows: (origin: Origin) => void;
};

/** Sends the files as they are; of tables it first asks what their columns are. */
export function ImportDialog({ files, onFiles, onClose, onRows }: ImportDialogProps) {
  const { projectId } = useProject();
  const stop = useRef<AbortController | null>(null);
  const [share, setShare] = useState(0);
  const [chosen, setChosen] = useState<Columns | null>(null);
  const table = useQuery({
    queryKey: ["table-of", files.map(({ name, size, lastModified }) => [name, size, lastModified])],
    queryFn: () => readTable(files),
    gcTime: 0,
    retry: false,
  });
  const columns = chosen ?? (table.data ? proposeColumns(table.data) : null);
  const upload = useMutation({
    mutationFn: async (named: Columns | null) => {
      stop.current?.abort();
      stop.current = new AbortController();
      const { signal } = stop.current;
      setShare(0);
      const sent = { projectId, files, signal, onProgress: setShare, ...(named ? { columns: named } : {}) };
      const { id, filename } = await uploadTrainingFile(sent);
      return { kind: "upload" as const, fileId: id, filename, holds: await firstRowOf(id, signal) };
    },
    onSuccess: (origin) => {
      const [only, ...others] = files;
      if (only && others.length === 0 && saysHeldOut(only.name))
        toast({
          title: `The rows of “${only.name}” stay held out`,
          detail: "Its name says that they are, so no job learns from them.",
        });
      onRows(origin);
    },
  });
  const { mutate, reset } = upload;
  useEffect(() => () => stop.current?.abort(), []);
  // There is nothing to ask where no table is among them, or one that was exported here.
  const isPlain = table.data === null || (table.data !== undefined && isOwnTable(table.data.header));
  useEffect(() => {
    if (isPlain) mutate(null);
  }, [isPlain, mutate]);
  return (
    <ImportView
      names={files.map(({ name }) => name)}
      state={{
        table: isPlain ? null : (table.data ?? null),
        columns,
        isProposed: chosen === null,
        share: upload.isPending ? share : null,
        faults: lineFaultsOf(upload.error),
        fault: (table.error ?? upload.error) ? explainError(table.error ?? upload.error) : null,
        isReading: table.isPending,
      }}
      lack={columns ? lackOfColumns(columns) : null}
      onColumns={(next) => {
        setChosen(next);
        reset();
      }}
      onSend={() => mutate(columns)}
      onFiles={(next) => {
        setChosen(null);
        reset();
        onFiles(next);
      }}
      onClose={onClose}
    />
  );
}
