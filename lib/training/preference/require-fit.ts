import { PAIR_LOSSES, type PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import { Rejected } from "#lib/platform/errors.ts";
import type { PreferenceRow } from "./preference-row.ts";

const WORDS: { readonly [K in PreferenceRow["kind"]]: { readonly row: string; readonly loss: string } } = {
  pair: { row: "a pair", loss: `${PAIR_LOSSES.join(", ")} or kto` },
  rated: { row: "a reply with a label", loss: "kto" },
  rewarded: { row: "replies with rewards", loss: "rwr" },
};

/** Throws `Rejected` for a row that the loss cannot learn from, with a loss that can. */
export function requireFit({ kind, line }: Pick<PreferenceRow, "kind" | "line">, loss: PreferenceLoss): void {
  if (fits(kind, loss)) return;
  throw new Rejected(
    `line ${line} is ${WORDS[kind].row}, from which ${loss} cannot learn; set config.loss to ${WORDS[kind].loss}`,
  );
}

/** The two replies of a pair are one good and one bad reply as well. */
function fits(kind: PreferenceRow["kind"], loss: PreferenceLoss): boolean {
  if (loss === "kto") return kind !== "rewarded";
  if (loss === "rwr") return kind === "rewarded";
  return kind === "pair";
}
