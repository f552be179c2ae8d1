import { objectIdFrom } from "#components/queues/parts/annotation-field.ts";

type Named = {
  /** What the file or queue is called. */
  given: string;
  /** What a dataset of it would be called. */
  proposed: string;
  /** The same, as no other dataset is called. */
  free: string;
};

/** Why the proposed name of a dataset is another than one would expect; null where it is not. */
export function nameNote({ given, proposed, free }: Named): string | null {
  const changed =
    objectIdFrom(given) === given.toLowerCase()
      ? []
      : [`From “${given}”; a name has letters, digits, dots, dashes and underscores only.`];
  const taken = free === proposed ? [] : [`Another dataset is called “${proposed}”.`];
  return [...changed, ...taken].join(" ") || null;
}
