import { type Columns, guessColumns } from "./columns.ts";

/** The beginning of a table, its cells as texts. */
type Beginning = { header: readonly string[]; rows: readonly (readonly string[])[] };

/** What the columns may be, for somebody to look at: by their names, and where these say nothing of what was asked and replied, by what stands in them. */
export function proposeColumns({ header, rows }: Beginning): Columns {
  const named = guessColumns(header);
  if (SAID.some((field) => named[field] !== undefined)) return named;
  const taken = new Set<string>(Object.values(named));
  const texts = header.filter((name, at) => !taken.has(name) && isProse(rows.map((row) => row[at] ?? "")));
  const [prompt = null, completion = null] = named.prompt === undefined ? texts : [named.prompt, ...texts];
  if (prompt === null || completion === null) return named;
  return { ...named, prompt, completion };
}

/** With one of these it is known what rows say. */
const SAID = ["messages", "completion", "chosen", "rejected", "reference"] as const;

/** Whether what stands in a column was said by somebody: several words, in most of its cells. */
function isProse(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  const said = filled.filter(
    (cell) => /\p{L}\S*\s+\S*\p{L}/u.test(cell) || /[\u3040-\u30ff\u4e00-\u9fff]{4}/u.test(cell),
  );
  return filled.length > 0 && said.length * 2 > filled.length;
}
