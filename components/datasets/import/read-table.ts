import { parse } from "csv-parse/browser/esm/sync";
import { csvForm } from "#lib/datasets/import/csv-form.ts";

/** The beginning of a table of separated values: its columns, and the cells of its first rows. */
export type Table = { name: string; header: readonly string[]; rows: readonly (readonly string[])[] };

const BEGINNING_BYTES = 256 * 1024;
const ROWS_SHOWN = 5;

/** The first table among the files; null where there is none. */
export async function readTable(files: readonly File[]): Promise<Table | null> {
  const file = files.find(({ name }) => /\.(csv|tsv)$/i.test(name));
  if (!file) return null;
  const head = await file.slice(0, BEGINNING_BYTES).text();
  const [header, ...rows] = firstRecords(head, file.name);
  if (!header) throw new Error(`“${file.name}” has no rows; its first line names the columns`);
  return { name: file.name, header, rows };
}

/** As many as can be read: the last one may be cut in two. */
function firstRecords(head: string, name: string): string[][] {
  for (let to = ROWS_SHOWN + 1; to > 1; to--)
    try {
      return parse(head, { ...csvForm(head, name), to });
    } catch {}
  return parse(head, { ...csvForm(head, name), to: 1 });
}
