"use client";

import clsx from "clsx";
import { FileUp } from "lucide-react";
import { type DragEvent, useId, useRef, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { Button } from "#components/ui/button/button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { countOf, formatBytes, formatCount } from "#components/ui/text/format.ts";
import type { UploadedFile } from "#lib/contract/training/files.ts";
import { lineFaultsOf } from "./file-faults.ts";
import { LineFaults, Uploading } from "./file-states.tsx";
import { useFileUpload } from "./use-file-upload.ts";

type TrainingFilePickerProps = {
  /** What is taken here. */
  legend?: string;
  projectId: string;
  /** Whose tokens are counted. */
  baseModel: string;
  file: UploadedFile | null;
  onFile: (file: UploadedFile | null) => void;
  /** What keeps the form from being sent. */
  error: string | null;
  /** What a line of the file looks like. */
  line?: string;
};

const CONVERSATION = '{"messages": [{"role": "user", …}, …]}';

/** Takes a file by dropping or choosing, uploads it, and shows what is in it or which lines are wrong. */
export function TrainingFilePicker({
  legend = "Training data",
  projectId,
  baseModel,
  file,
  onFile,
  error,
  line = CONVERSATION,
}: TrainingFilePickerProps) {
  const { upload, share, cancel } = useFileUpload({ projectId, baseModel });
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    onFile(null);
    upload.mutate(chosen, { onSuccess: onFile });
  };
  const faults = lineFaultsOf(upload.error);
  const fault = upload.error && faults.length === 0 ? explainError(upload.error) : null;
  const missing = error && upload.isPending ? "Wait until the file has been checked." : error;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      {upload.isPending ? (
        <Uploading name={upload.variables.name} share={share} onCancel={cancel} />
      ) : file ? (
        <FileSummary file={file} onRemove={() => onFile(null)} />
      ) : (
        <DropZone onTake={take} line={line} isWrong={Boolean(error || upload.error)} />
      )}
      {faults.length > 0 ? (
        <LineFaults names={[upload.variables?.name ?? "The file"]} faults={faults} />
      ) : null}
      <FieldError error={faults.length > 0 ? null : (fault ?? missing)} />
    </fieldset>
  );
}

type DropZoneProps = { onTake: (file: File | undefined) => void; line: string; isWrong: boolean };

function DropZone({ onTake, line, isWrong }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const helpId = useId();
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onTake(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the button inside does.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={clsx(
        "flex flex-col items-center gap-2 rounded-md border border-dashed px-4 py-6 text-center transition-colors",
        isOver ? "border-accent bg-accent-tint" : isWrong ? "border-danger" : "border-edge",
      )}
    >
      <FileUp aria-hidden="true" className="size-5 text-faint" />
      <Button aria-describedby={helpId} onClick={() => input.current?.click()}>
        Choose a JSONL file
      </Button>
      <p id={helpId} className="text-muted text-sm">
        or drop it here. One JSON object per line: <code className="break-all text-xs">{line}</code>
      </p>
      <input
        ref={input}
        type="file"
        accept=".jsonl,.ndjson,.json,.txt"
        aria-label="Training file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onTake(event.target.files?.[0]);
          // The same file may be chosen again after it was put right.
          event.target.value = "";
        }}
      />
    </div>
  );
}

function FileSummary({ file, onRemove }: { file: UploadedFile; onRemove: () => void }) {
  const roles = Object.entries(file.roles).map(([role, count]) => `${formatCount(count)} ${role}`);
  const tokens = `${file.isTokenCountEstimated ? "about " : ""}${countOf(file.tokenCount, "token")}`;
  return (
    <div className="flex min-w-0 items-start gap-2 rounded-md border border-line p-3">
      <div className="min-w-0 flex-1" role="status">
        <p title={file.filename} className="truncate font-medium">
          {file.filename}
        </p>
        <p className="text-muted text-sm">
          {countOf(file.rows, "row")} · {tokens} · {formatBytes(file.bytes)}
        </p>
        <p className="text-muted text-sm">Messages: {roles.join(", ")}</p>
      </div>
      <Button size="sm" variant="ghost" onClick={onRemove}>
        Change
      </Button>
    </div>
  );
}
