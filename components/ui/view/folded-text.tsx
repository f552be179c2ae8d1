"use client";

import { useMemo, useState } from "react";
import { textPieces } from "#components/ui/text/text-pieces.ts";
import { cutText, isFolded } from "./cut-text.ts";
import { PlainText } from "./plain-text.tsx";
import { ShowAll } from "./show-all.tsx";

type FoldedTextProps = {
  text: string;
  /** What it is, for screen readers. */
  label: string;
  /** How many characters are shown before the reader asks for the rest. */
  closedAbove?: number;
};

/** About half a screen. */
const SHORT_ENOUGH = 1_200;

/** Text as it was written, of which only the beginning is shown at first. */
export function FoldedText({ text, label, closedAbove = SHORT_ENOUGH }: FoldedTextProps) {
  const [isOpen, setOpen] = useState(false);
  const isLong = isFolded(text, closedAbove);
  const shown = isLong && !isOpen ? `${cutText(text, closedAbove)}…` : text;
  const pieces = useMemo(() => textPieces(shown), [shown]);
  return (
    <div className="min-w-0">
      <PlainText pieces={pieces} label={label} className="text-sm" />
      {isLong ? <ShowAll text={text} isOpen={isOpen} onOpen={setOpen} /> : null}
    </div>
  );
}
