// Counts the tokens of long rows; in the main thread everybody would wait for it.
import { parentPort, workerData } from "node:worker_threads";
import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import type { PreferenceRow } from "#lib/training/preference/preference-row.ts";
import type { RowOptions, SftRow } from "#lib/training/trajectories/render-row.ts";
import { measurePreference, measureSft } from "./measure-row.internal.ts";

export type MeasureRequest = { readonly modelFolder: string } & (
  | { readonly kind: "sft"; readonly rows: readonly SftRow[]; readonly turns: RowOptions["turns"] }
  | { readonly kind: "preference"; readonly rows: readonly PreferenceRow[]; readonly loss: PreferenceLoss }
);

// `measureSftApart` and `measurePreferencesApart` hand it over.
const asked = workerData as MeasureRequest;
const format = await openChatFormat(asked.modelFolder);
parentPort?.postMessage(
  asked.kind === "sft"
    ? asked.rows.map((row) =>
        orRefused(() => measureSft(row, { format, turns: asked.turns, withExample: true })),
      )
    : asked.rows.map((row) =>
        orRefused(() => measurePreference(row, { format, loss: asked.loss, withExample: true })),
      ),
);

function orRefused<T>(measure: () => T): T | { refused: string } {
  try {
    return measure();
  } catch (error) {
    if (error instanceof Rejected) return { refused: error.message };
    throw error;
  }
}
