import type { DatasetVersion, Split } from "#lib/contract/datasets/dataset-versions.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import { REASONS, REJECTIONS } from "#lib/contract/datasets/rejections.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import * as z from "#lib/contract/zod.ts";

export type CardFacts = {
  name: string;
  description: string;
  version: DatasetVersion;
  /** The file of each split that has rows. */
  files: readonly { split: Split; path: string }[];
};

const PURPOSES: { [K in DatasetKind]: string } = {
  sft: "supervised training",
  preference: "preference training",
  kto: "preference training on good and bad replies",
  reward: "preference training on rewarded replies",
  prompts: "reinforcement learning",
  eval: "measuring models, and not for training",
};

/** As `load_dataset` names them. */
export const SPLIT_NAMES: { [S in Split]: string } = { train: "train", held_out: "test" };

/** The README.md of a folder on the Hugging Face Hub: what `load_dataset` reads of it first, and then what people do. */
export function datasetCard({ name, description, version, files }: CardFacts): string {
  const { number, kind, ref, contentHash, asOf, counts, recipe } = version;
  const people = counts.annotators.length;
  const splits = files.flatMap(({ split, path }) => [
    `  - split: ${SPLIT_NAMES[split]}`,
    `    path: ${JSON.stringify(path)}`,
  ]);
  const rejected = REASONS.flatMap((reason) => {
    const count = counts.rejectedBy[reason] ?? 0;
    return count > 0 ? [`- ${count}: ${REJECTIONS[reason]}`] : [];
  });
  return [
    "---",
    `pretty_name: ${JSON.stringify(name)}`,
    "configs:",
    "- config_name: default",
    "  data_files:",
    ...splits,
    "---",
    "",
    `# ${oneLine(name)}, version ${number}`,
    "",
    ...(description === "" ? [] : [description, ""]),
    `Rows for ${PURPOSES[kind]}, built by Spindle from what was there on ${asOf.toISOString()}.`,
    "",
    `- Version: \`${ref}\``,
    `- Content hash: \`${contentHash}\``,
    `- Rows: ${counts.train} to train, ${counts.heldOut} held out (the split \`test\`)`,
    `- Answers: ${counts.answers} of ${people === 1 ? "1 person" : `${people} people`}`,
    "- Licence: not stated; ask who gave you this folder",
    "",
    ...(rejected.length > 0 ? ["## Left out", "", ...rejected, ""] : []),
    "## Recipe",
    "",
    "```json",
    JSON.stringify(z.encode(Recipe, recipe), null, 2),
    "```",
    "",
  ].join("\n");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
