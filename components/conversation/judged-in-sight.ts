/** Where what is judged lies in the text that scrolls, and how much of that text is seen at once; in pixels. */
export type JudgedPlace = { top: number; height: number; viewHeight: number };

/** Of a long answer so much is in sight at first that its beginning can be read, below what it answers. */
const LEAST_SHARE = 0.6;
const MARGIN_PX = 16;

/** How far a call is scrolled when it opens: not at all where its answer begins in sight, else no further than that needs. */
export function openingScroll({ top, height, viewHeight }: JudgedPlace): number {
  const wanted = Math.min(height + MARGIN_PX, viewHeight * LEAST_SHARE);
  return Math.max(0, Math.round(top + wanted - viewHeight));
}
