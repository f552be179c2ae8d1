/** What says which rows belong together. */
type UnitFacts = { readonly rowDigest: string; readonly unitKeys: readonly string[] };

/**
 * The unit of each answer's row, by the row's digest: rows that share a thread, a trace or a prompt, also by way of others, are one unit, since
 * they are no independent cases.
 */
export function unitsOf(answers: readonly UnitFacts[]): (answer: Pick<UnitFacts, "rowDigest">) => string {
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root))
      root = parent;
    parents.set(key, root);
    return root;
  };
  for (const { rowDigest, unitKeys } of answers)
    for (const key of unitKeys) parents.set(rootOf(key), rootOf(`row ${rowDigest}`));
  return ({ rowDigest }) => rootOf(`row ${rowDigest}`);
}
