const MAX_CHARS = 2_000;

/** A text cut into short pieces that together are the text: after a line's end or a word where one is near, and never inside a character. */
export function textPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function endOfPiece(text: string, start: number): number {
  const limit = start + MAX_CHARS;
  if (limit >= text.length) return text.length;
  // Looked for near the limit alone: a text of one line would be searched to its start for each piece.
  const half = start + MAX_CHARS / 2;
  const near = text.slice(half, limit);
  const end = Math.max(near.lastIndexOf("\n"), near.includes("\n") ? -1 : near.lastIndexOf(" "));
  if (end >= 0) return half + end + 1;
  const last = text.charCodeAt(limit - 1);
  return last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
}

/** Which piece holds the character at `offset`, and where that piece begins. */
export function pieceAt(pieces: readonly string[], offset: number): { index: number; start: number } {
  let start = 0;
  for (const [index, piece] of pieces.entries()) {
    if (offset < start + piece.length) return { index, start };
    start += piece.length;
  }
  return { index: Math.max(0, pieces.length - 1), start };
}
