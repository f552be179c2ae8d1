"use client";

import clsx from "clsx";
import { type RefObject, useRef } from "react";
import { useRevealed } from "#components/ui/mount/reveal.tsx";
import { pieceAt } from "#components/ui/text/text-pieces.ts";
import { visibleText } from "#components/ui/text/visible-text.ts";
import { useScrollTo } from "#components/ui/use-scroll-to.ts";
import { useWindowed } from "#components/ui/use-windowed.ts";

type PlainTextProps = {
  /** Short pieces that together are the text. */
  pieces: readonly string[];
  /** What it is, for screen readers. */
  label: string;
  anchor?: string | undefined;
  className?: string;
};

/** Up to so many pieces are drawn as they are; more scroll by themselves, and only those in sight are drawn. */
const DRAWN_WHOLE = 10;
const PIECE_HEIGHT_PX = 400;

/** Text as it was written, of any length. */
export function PlainText({ pieces, label, anchor, className }: PlainTextProps) {
  const starts = startsOf(pieces);
  const isLong = pieces.length > DRAWN_WHOLE;
  const Pieces = isLong ? VirtualPieces : AllPieces;
  const box = useRef<HTMLElement>(null);
  return (
    <section
      ref={box}
      aria-label={label}
      tabIndex={isLong ? 0 : undefined}
      dir="auto"
      className={clsx(
        "min-w-0 whitespace-pre-wrap break-words [overflow-wrap:anywhere]",
        isLong && "h-[70dvh] overflow-y-auto",
        className,
      )}
    >
      <Pieces pieces={pieces} starts={starts} anchor={anchor} box={box} />
    </section>
  );
}

type PiecesProps = {
  pieces: readonly string[];
  starts: readonly number[];
  anchor: string | undefined;
  box: RefObject<HTMLElement | null>;
};

function AllPieces({ pieces, starts, anchor }: PiecesProps) {
  return pieces.map((piece, i) => (
    <span key={starts[i]} data-anchor={anchor} data-from={starts[i]}>
      {visibleText(piece)}
    </span>
  ));
}

function VirtualPieces({ pieces, starts, anchor, box }: PiecesProps) {
  const virtual = useWindowed({
    count: pieces.length,
    getScrollElement: () => box.current,
    estimateSize: () => PIECE_HEIGHT_PX,
    overscan: 3,
  });
  const items = virtual.getVirtualItems();
  const revealed = useRevealed(anchor);
  const wanted = revealed && revealed.offset !== null ? pieceAt(pieces, revealed.offset).index : null;
  useScrollTo(virtual, { index: wanted, stamp: revealed?.stamp ?? 0, align: "center" });
  return (
    <div
      className="relative"
      ref={(inner) => {
        // Set from script: the content policy forbids style attributes in what the server sends.
        inner?.style.setProperty("height", `${virtual.getTotalSize()}px`);
      }}
    >
      {items.map(({ index, start }) => (
        <div
          key={index}
          ref={virtual.measureElement}
          data-index={index}
          data-anchor={anchor}
          data-from={starts[index]}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start}px)` }}
        >
          {visibleText((pieces[index] ?? "").replace(/\n$/, ""))}
        </div>
      ))}
    </div>
  );
}

function startsOf(pieces: readonly string[]): number[] {
  let start = 0;
  return pieces.map((piece) => {
    start += piece.length;
    return start - piece.length;
  });
}
