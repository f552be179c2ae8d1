"use client";

import { useMemo, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { textPieces } from "#components/ui/text/text-pieces.ts";
import { cutText, isFolded, sizeOfText } from "./cut-text.ts";
import { PlainText } from "./plain-text.tsx";

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
      {isLong ? (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1 -ml-2"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : `Show all ${sizeOfText(text)}`}
        </Button>
      ) : null}
    </div>
  );
}
