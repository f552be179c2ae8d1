import { PREFERENCE_LOSSES, type PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import { type PreferenceFaults, reads } from "./preference-draft.ts";

type Name = Exclude<keyof PreferenceFaults, "labels" | "warmup" | "validationEvery" | "checkpointEvery">;
type Words = { label: string; help: string };

/** A setting that a loss reads, in the words of that loss. */
export type PreferenceSetting = Words & { name: Name; wire: string };

/** In the order of the form. */
export function settingsOf(loss: PreferenceLoss): PreferenceSetting[] {
  return SETTINGS.flatMap(({ name, wire, wordsOf }) => {
    const words = wordsOf(loss);
    return words === null ? [] : [{ name, wire, ...words }];
  });
}

const SETTINGS: readonly { name: Name; wire: string; wordsOf: (loss: PreferenceLoss) => Words | null }[] = [
  {
    name: "epochs",
    wire: "n_epochs",
    wordsOf: () => ({
      label: "Epochs",
      help: "How often each row is learned, in another order each time. The more, the sooner few rows are known by heart.",
    }),
  },
  {
    name: "learningRate",
    wire: "learning_rate",
    wordsOf: () => ({
      label: "Learning rate",
      help: "The size of each step. Preferences need a smaller one than examples.",
    }),
  },
  {
    name: "batchSize",
    wire: "batch_size",
    wordsOf: (loss) => ({ label: "Batch size", help: batchHelp(loss) }),
  },
  {
    name: "anchor",
    wire: "anchor",
    wordsOf: (loss) => (reads(loss, "anchor") ? { label: "Anchor", help: anchorHelp(loss) } : null),
  },
  { name: "beta", wire: "beta", wordsOf: (loss) => BETA[loss] },
  { name: "gamma", wire: "gamma", wordsOf: (loss) => GAMMA[loss] ?? null },
  {
    name: "wrongVotes",
    wire: "label_smoothing",
    wordsOf: (loss) =>
      reads(loss, "wrongVotes")
        ? {
            label: "Wrong votes, in percent",
            help: "How many of the votes you take to be wrong. Softens the loss, so that they do less harm.",
          }
        : null,
  },
  {
    name: "temperature",
    wire: "temperature",
    wordsOf: (loss) =>
      reads(loss, "temperature")
        ? {
            label: "Temperature",
            help: "How fast the weight of a reply grows with its reward. Smaller imitates the best replies alone.",
          }
        : null,
  },
];

function batchHelp(loss: PreferenceLoss): string {
  if (loss === "kto") return "Replies per step. A pair is two of them.";
  return loss === "rwr" ? "Prompts per step, each with all its replies." : "Pairs per step.";
}

/** In two losses it is a part of what was published, and an addition to the others. */
function anchorHelp(loss: PreferenceLoss): string {
  return loss === "cpo" || loss === "orpo"
    ? "How much imitating the preferred reply counts beside comparing the two. 1 is as published. At 0, nothing is imitated."
    : "Keeps preferred replies likely. At 0, both replies may become less likely while their distance grows.";
}

const FROM_REFERENCE =
  "How much a change in likelihood from the reference counts. Smaller lets the model move farther from it.";

const BETA: { readonly [L in PreferenceLoss]: Words | null } = {
  dpo: { label: "Beta", help: FROM_REFERENCE },
  ipo: {
    label: "Beta",
    help: "Says where learning stops: at a distance of 1 ÷ (2 × beta) per token between the two replies. Smaller aims farther.",
  },
  simpo: {
    label: "Beta",
    help: "How much a difference in mean log-probability per token counts. There is no reference to stay near to.",
  },
  cpo: {
    label: "Beta",
    help: "How much a difference in likelihood between the two replies counts. There is no reference to stay near to: larger pushes them apart harder.",
  },
  orpo: {
    label: "Weight of the odds",
    help: "Beta of the API. How much the odds of the two replies count beside imitating the preferred one. Larger pushes the other one down harder.",
  },
  kto: { label: "Beta", help: FROM_REFERENCE },
  rwr: null,
};

const GAMMA: { readonly [L in PreferenceLoss]?: Words } = {
  dpo: {
    label: "Extra margin of strong votes",
    help: "How much farther apart the replies of a strong vote (“much better”) must be. At 0, all votes count alike.",
  },
  simpo: {
    label: "Target margin",
    help: "Gamma of the API. How far the preferred reply must lead, in beta × mean log-probability per token. At 0, any lead is enough.",
  },
};

/** The loss of that name; the usual one where there is none. */
export function lossNamed(name: string): PreferenceLoss {
  return PREFERENCE_LOSSES.find((loss) => loss === name) ?? "dpo";
}
