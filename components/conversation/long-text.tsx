"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { countOf } from "#components/ui/format.ts";
import { Markdown } from "#components/ui/markdown.tsx";

type LongTextProps = {
  text: string;
  /** How many characters are shown before the reader asks for the rest. */
  closedAbove?: number;
  /** Said before the text, where it needs a word of explanation. */
  note?: string;
};

/** Above this, formatting is left out: reading markdown of a megabyte would stop the page. */
const MOST_FORMATTED = 60_000;
const SHORT_ENOUGH = 8_000;

/** Text of any length; what is very long is cut until asked for. */
export function LongText({ text, closedAbove = SHORT_ENOUGH, note }: LongTextProps) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > closedAbove * 1.25;
  const shown = isLong && !isOpen ? `${cut(text, closedAbove)}…` : text;
  return (
    <div className="min-w-0">
      {note ? <p className="text-muted text-xs">{note}</p> : null}
      {shown.length > MOST_FORMATTED ? (
        <p className="max-w-[72ch] whitespace-pre-wrap break-words text-base leading-6">{shown}</p>
      ) : (
        <Markdown text={shown} />
      )}
      {isLong ? (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1 -ml-2"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : `Show all ${countOf(text.length, "character")}`}
        </Button>
      ) : null}
    </div>
  );
}

/** Never between the two halves of one character. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
