import { ApiError } from "#lib/client/api-error.ts";

/** What is wrong with one line of an uploaded file. */
export type LineFault = { line: number; text: string };

/** The lines of a file that the service could not read, in order; empty where something else was wrong. */
export function lineFaultsOf(error: unknown): LineFault[] {
  if (!(error instanceof ApiError)) return [];
  return error.problems.flatMap(({ loc, msg }) => {
    const line = loc[2];
    if (loc[1] !== "file" || typeof line !== "number") return [];
    return [{ line, text: withoutLine(msg, line) }];
  });
}

/** The text is already shown next to the number. */
function withoutLine(text: string, line: number): string {
  const rest = text.replace(/^Value error, /, "").replace(new RegExp(`^line ${line}:? (and )?`), "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
