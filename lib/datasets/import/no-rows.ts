/** Facts about rows and how to load them, which folders of datasets have beside their files. */
const BESIDE_ROWS =
  /(^|\/)(dataset_infos?|dataset_dict|state|croissant)\.json$|\.(md|py|ya?ml)$|(^|\/)(licen[cs]e|notice)(\.txt)?$/i;

/** Whether a file holds no rows by its name: what a folder of the Hugging Face Hub has beside its data, and hidden files. */
export function holdsNoRows(name: string): boolean {
  // `tar` writes `./` before the names of a folder.
  return /(^|\/)(\.|__MACOSX)/.test(name.replace(/^(\.\/)+/, "")) || BESIDE_ROWS.test(name);
}

/** `README.md holds no rows and was passed over.`; null where no file is named. */
export function passedOverWords(names: readonly string[]): string | null {
  const [first, ...others] = names;
  if (first === undefined) return null;
  const last = others.pop();
  if (last === undefined) return `${first} holds no rows and was passed over.`;
  return `${[first, ...others].join(", ")} and ${last} hold no rows and were passed over.`;
}
