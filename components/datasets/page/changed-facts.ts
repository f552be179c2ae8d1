type Row = Record<string, unknown>;

const SPLIT_WORDS: Readonly<Record<string, string>> = { train: "training", held_out: "held out" };

/** What of a row differs beside its content: `from held out to train`, `weight from 1 to 0.5`. */
export function changedFacts(before: Row, after: Row): string[] {
  const [was, is] = [SPLIT_WORDS[`${before.split}`], SPLIT_WORDS[`${after.split}`]];
  return [
    ...(was === is ? [] : [`from ${was} to ${is}`]),
    ...(before.weight === after.weight ? [] : [`weight from ${before.weight} to ${after.weight}`]),
  ];
}

/** Whether both say the same to a model. */
export function hasSameBody(before: Row, after: Row): boolean {
  return bodyOf(before) === bodyOf(after);
}

function bodyOf({ row_id: _id, split: _split, weight: _weight, ...body }: Row): string {
  return JSON.stringify(body);
}
