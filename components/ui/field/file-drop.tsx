"use client";

import { FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button, type ButtonLooks } from "#components/ui/button/button.tsx";

type TakesFiles = { onFiles: (files: readonly File[]) => void };

type DropProps = {
  onFiles: TakesFiles["onFiles"] | null;
  /** What the files hold. */
  what: string;
  children: ReactNode;
};

/** Files dropped anywhere on it are taken. */
export function FileDrop({ onFiles, what, children }: DropProps) {
  const [isOver, setOver] = useState(false);
  const watch = (event: DragEvent) => {
    if (!onFiles || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the Import button does.
    <div
      data-drop={what}
      className="page-column relative min-h-0 min-w-0 flex-1"
      onDragOver={watch}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        if (!onFiles || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver ? (
        <div className="pointer-events-none absolute inset-2 z-40 flex items-center justify-center rounded-lg border-2 border-accent border-dashed bg-accent-tint font-medium text-accent-ink">
          Drop {what} to import them
        </div>
      ) : null}
    </div>
  );
}

type FilesButtonProps = TakesFiles &
  ButtonLooks & {
    /** Endings of names, as an input takes them. */
    accept: string;
    /** What the hidden input is for. */
    label: string;
    children: ReactNode;
  };

/** Opens the browser's choice of files. */
export function FilesButton({ onFiles, accept, label, children, ...looks }: FilesButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...looks} icon={<FileUp />} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen again after it was put right.
          target.value = "";
        }}
      />
    </>
  );
}
