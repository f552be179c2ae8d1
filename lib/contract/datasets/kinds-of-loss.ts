import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { DatasetKind } from "./uses.ts";

/** The kinds of datasets that each loss learns from. */
export const KINDS_OF_LOSS: { readonly [L in PreferenceLoss]: readonly DatasetKind[] } = {
  dpo: ["preference"],
  ipo: ["preference"],
  simpo: ["preference"],
  cpo: ["preference"],
  orpo: ["preference"],
  kto: ["kto", "preference"],
  rwr: ["reward"],
};
