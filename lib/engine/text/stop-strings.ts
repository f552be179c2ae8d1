/** Looks for strings that end a text while the text comes piece by piece. */
export type StopStrings = {
  /**
   * `text` may be given on: no part of it belongs to a stop string. Once one is complete, `text` is what came before it and `stop` is it; no
   * more text is taken then.
   */
  push(text: string): { readonly text: string; readonly stop: string | null };
  /** Buffered text that turned out not to be a stop string. */
  flush(): string;
};

/**
 * The string that is complete first ends the text; of several complete at once it is the longest. How the text is cut into pieces makes no
 * difference. Empty strings are passed over.
 */
export function stopStrings(strings: readonly string[]): StopStrings {
  const stops = strings.filter((string) => string !== "");
  let held = "";
  return {
    push(text) {
      const pending = held + text;
      const found = firstComplete(pending, stops);
      const keep = found ? 0 : heldLength(pending, stops);
      held = pending.slice(pending.length - keep);
      if (found) return { text: pending.slice(0, found.start), stop: found.stop };
      return { text: pending.slice(0, pending.length - keep), stop: null };
    },
    flush() {
      const rest = held;
      held = "";
      return rest;
    },
  };
}

function firstComplete(
  text: string,
  stops: readonly string[],
): { readonly start: number; readonly stop: string } | null {
  let best: { start: number; end: number; stop: string } | null = null;
  for (const stop of stops) {
    const start = text.indexOf(stop);
    const end = start + stop.length;
    if (start >= 0 && (!best || end < best.end || (end === best.end && start < best.start)))
      best = { start, end, stop };
  }
  return best;
}

/** How much of the text's end may be the beginning of a stop string. */
function heldLength(text: string, stops: readonly string[]): number {
  const longest = Math.max(0, ...stops.map((stop) => stop.length - 1));
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const end = text.slice(text.length - length);
    if (stops.some((stop) => stop.startsWith(end))) return length;
  }
  return 0;
}
