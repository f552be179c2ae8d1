import type { ComponentProps } from "react";
import { FileDrop, FilesButton } from "#components/ui/field/file-drop.tsx";

/** Conversations dropped anywhere on it are taken. */
export function ImportDrop(props: Omit<ComponentProps<typeof FileDrop>, "what">) {
  return <FileDrop what="conversations" {...props} />;
}

export function ImportButton(props: Omit<ComponentProps<typeof FilesButton>, "accept" | "label">) {
  return (
    <FilesButton accept=".jsonl,.ndjson,.json,.txt,.parquet" label="Files of conversations" {...props} />
  );
}
