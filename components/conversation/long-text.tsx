"use client";

import { useMemo, useState } from "react";
import { useRevealed } from "#components/ui/mount/reveal.tsx";
import { textPieces } from "#components/ui/text/text-pieces.ts";
import { cutText, isFolded } from "#components/ui/view/cut-text.ts";
import { Markdown } from "#components/ui/view/markdown.tsx";
import { PlainText } from "#components/ui/view/plain-text.tsx";
import { ShowAll } from "#components/ui/view/show-all.tsx";
import { useTextMarks } from "./marks-context.ts";
import { PassageText } from "./passage-text.tsx";

type LongTextProps = {
  text: string;
  /** How many characters are shown before the reader asks for the rest. */
  closedAbove?: number;
  /** Said before the text, where it needs a word of explanation. */
  note?: string;
  /** Its place, where it can be searched. */
  anchor?: string | undefined;
  /** Where it stands in its call. */
  path?: string | undefined;
};

/** Above this, formatting is left out: reading markdown of a megabyte would stop the page. */
const MAX_FORMATTED = 30_000;
/** About two screens. */
const SHORT_ENOUGH = 4_000;

/** Text of any length; what is very long is cut until asked for, and then drawn as far as it is in sight. */
export function LongText({ text, closedAbove = SHORT_ENOUGH, note, anchor, path }: LongTextProps) {
  const marked = useTextMarks(path, text);
  const isLong = isFolded(text, closedAbove);
  const [isOpen, setOpen] = useOpenAt(anchor, closedAbove);
  const shown = isLong && !isOpen ? `${cutText(text, closedAbove)}…` : text;
  return (
    <div className="min-w-0" data-anchor={anchor}>
      {note ? <p className="text-muted text-xs">{note}</p> : null}
      {marked ? (
        <PassageText
          {...marked}
          text={isLong && !isOpen ? cutText(text, closedAbove) : text}
          anchor={anchor}
        />
      ) : shown.length > MAX_FORMATTED ? (
        <Unformatted text={shown} anchor={anchor} />
      ) : (
        <Markdown text={shown} />
      )}
      {isLong ? <ShowAll text={text} isOpen={isOpen} onOpen={setOpen} /> : null}
    </div>
  );
}

/** Opens when something after the cut is asked for. */
function useOpenAt(anchor: string | undefined, closedAbove: number) {
  const revealed = useRevealed(anchor);
  const [isOpen, setOpen] = useState(false);
  const [seen, setSeen] = useState<number | null>(null);
  if (revealed && revealed.stamp !== seen) {
    setSeen(revealed.stamp);
    if ((revealed.offset ?? 0) >= closedAbove - 200) setOpen(true);
  }
  return [isOpen, setOpen] as const;
}

function Unformatted({ text, anchor }: { text: string; anchor: string | undefined }) {
  const pieces = useMemo(() => textPieces(text), [text]);
  return (
    <PlainText
      pieces={pieces}
      label="Long text"
      anchor={anchor}
      className="max-w-[72ch] text-base leading-6"
    />
  );
}
