import { countOf } from "#components/ui/text/format.ts";

/** Of rows of a file that call themselves held out, since a job learns a file whole; nothing where there are none. */
export function heldOutNote(count: number): string[] {
  if (count === 0) return [];
  const [says, them] =
    count === 1
      ? ["1 row says that it is held out, and the job learns it too", "it"]
      : [`${countOf(count, "row")} say that they are held out, and the job learns them too`, "them"];
  return [`${says}. Make a dataset of the data to keep ${them} apart.`];
}
