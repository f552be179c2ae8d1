"use client";

import { Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import type { Draft } from "#components/desk/state/draft.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { CorrectionSource } from "./correction-source.ts";
import { FieldBox, KeyHint } from "./field-box.tsx";

const CorrectionDiff = dynamic(() => import("./correction-diff.tsx").then((file) => file.CorrectionDiff), {
  ssr: false,
  loading: () => <SkeletonLines label="Comparing" lines={2} />,
});

export const CORRECTION = "correction";
const LABEL = "Better answer";

type CorrectionBoxProps = {
  source: CorrectionSource;
  correction: Draft["correction"];
  correcting: Correcting;
  isActive: boolean;
  problem: string | null;
};

/** What of the correction is open, and what can be done with it. */
export type Correcting = {
  isOpen: boolean;
  isDiff: boolean;
  flipDiff: () => void;
  /** Opens the text for writing and puts the focus there. */
  edit: () => void;
  write: (text: string) => void;
  discard: () => void;
};

/** The annotator's own version of what is judged. It begins with the original, and while it is the original it is none. */
export function CorrectionBox({ source, correction, correcting, isActive, problem }: CorrectionBoxProps) {
  const { isOpen, isDiff, flipDiff, edit, write, discard } = correcting;
  if (!isOpen)
    return (
      <FieldBox place={CORRECTION} isActive={isActive} className="flex min-h-11 items-center gap-2 py-2">
        <span className="min-w-0 flex-1 font-medium text-sm">{LABEL}</span>
        <Button size="sm" icon={<Pencil />} onClick={edit}>
          Write one <KeyHint act="correction" />
        </Button>
      </FieldBox>
    );
  const text = correction?.text ?? source.text;
  return (
    <FieldBox place={CORRECTION} isActive={isActive} className="flex flex-col gap-2">
      <Field label={LABEL} help={`Replaces the text at ${source.path}.`} error={problem}>
        {(control) => (
          <Textarea
            {...control}
            rows={9}
            value={text}
            onChange={(event) => write(event.target.value)}
            className="field-sizing-content max-h-[60dvh] min-h-48"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-pressed={isDiff} onClick={flipDiff} className="aria-pressed:bg-pressed">
          What changes <KeyHint act="diff" />
        </Button>
        <Button size="sm" variant="ghost" onClick={discard}>
          Discard
        </Button>
      </div>
      {isDiff ? <CorrectionDiff before={source.text} after={text} /> : null}
    </FieldBox>
  );
}
