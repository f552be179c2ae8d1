export type CallPair = { callId: string; pairCallId: string };
export type PairLines = { pairs: CallPair[] /** What cannot be read, and why. */; problems: string[] };

/** Column titles that exports begin with. */
const HEADER = /^"?(call|first)[ _]?(call[ _]?)?(id)?"?\s*[,;\t]/i;

/** Reads pairs of call ids, one per line, separated by a comma, a semicolon, a tab or spaces. Skips a header line. */
export function readPairLines(text: string): PairLines {
  const pairs: CallPair[] = [];
  const problems: string[] = [];
  for (const [i, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "" || (i === 0 && HEADER.test(line))) continue;
    const [callId, pairCallId, ...rest] = cellsOf(line);
    if (!callId || !pairCallId || rest.length > 0)
      problems.push(`Line ${i + 1} needs two call ids: “${line.slice(0, 60)}”`);
    else if (callId === pairCallId) problems.push(`Line ${i + 1} has the same call twice: ${callId}`);
    else pairs.push({ callId, pairCallId });
  }
  return { pairs, problems };
}

function cellsOf(line: string): string[] {
  return line
    .split(/\s*[,;\t]\s*|\s+/)
    .map((cell) => cell.replace(/^"(.*)"$/, "$1").trim())
    .filter((cell) => cell !== "");
}
