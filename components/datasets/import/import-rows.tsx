"use client";

import { type ReactNode, useState } from "react";
import type { Origin } from "#components/datasets/make/origin.ts";
import { useProject } from "#components/project/project-context.tsx";
import { FileDrop, FilesButton } from "#components/ui/field/file-drop.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { holdsNoRows, passedOverWords } from "#lib/datasets/import/no-rows.ts";
import { ACCEPTED } from "./accepted.ts";

const ImportDialog = late(() => import("./import-dialog.tsx").then((file) => file.ImportDialog), {
  when: "wanted",
});
const MakeDatasetDialog = late(
  () => import("#components/datasets/make/make-dataset-dialog.tsx").then((file) => file.MakeDatasetDialog),
  { when: "wanted" },
);

type ImportRowsProps = {
  /** The page, with the button where it belongs; null for those who may not import. */
  children: (button: ReactNode) => ReactNode;
};

/** The way from files of rows to a dataset: chosen, or dropped anywhere on the page. */
export function ImportRows({ children }: ImportRowsProps) {
  const { can } = useProject();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [origin, setOrigin] = useState<Origin | null>(null);
  const mayImport = can("datasets:write") && can("models:write");
  const take = (given: readonly File[]) => {
    const words = passedOverWords(given.flatMap(({ name }) => (holdsNoRows(name) ? name : [])));
    if (words !== null) toast({ title: words });
    setFiles(given.filter(({ name }) => !holdsNoRows(name)));
  };
  const button = mayImport ? (
    <FilesButton accept={ACCEPTED} label="Files of rows" onFiles={take}>
      Import
    </FilesButton>
  ) : null;
  return (
    <FileDrop what="rows" onFiles={mayImport ? take : null}>
      {children(button)}
      {files.length > 0 && !origin ? (
        <ImportDialog files={files} onFiles={take} onClose={() => setFiles([])} onRows={setOrigin} />
      ) : null}
      {origin ? (
        <MakeDatasetDialog
          origin={origin}
          onClose={() => {
            setOrigin(null);
            setFiles([]);
          }}
        />
      ) : null}
    </FileDrop>
  );
}
