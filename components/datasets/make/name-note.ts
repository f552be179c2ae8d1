import { objectIdFrom } from "#components/queues/parts/annotation-field.ts";

type Named = {
  /** What the file or queue is called. */
  given: string;
  /** What a dataset of it would be called. */
  wanted: string;
  /** What has that name already. */
  takenBy: "dataset" | "object" | null;
};

const HOLDERS = { dataset: "Another dataset", object: "An object of the project, such as a question," };

/** Why the proposed name of a dataset is another than one would expect; null where it is not. */
export function nameNote({ given, wanted, takenBy }: Named): string | null {
  const changed =
    objectIdFrom(given) === given.toLowerCase()
      ? []
      : [`From “${given}”; a name has letters, digits, dots, dashes and underscores only.`];
  const taken = takenBy ? [`${HOLDERS[takenBy]} is called “${wanted}”.`] : [];
  return [...changed, ...taken].join(" ") || null;
}
