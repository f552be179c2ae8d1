import type { PreferenceLoss } from "#lib/contract/training/preference-config.ts";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { runInThread } from "#lib/platform/run-in-thread.ts";
import type { PreferenceRow } from "#lib/training/preference/preference-row.ts";
import type { RowOptions, SftRow } from "#lib/training/trajectories/render-row.ts";
import type { MeasuredPreference, MeasuredSft } from "./measure-row.internal.ts";
import type { MeasureRequest } from "./measure-rows-thread.ts";
import type { Refused } from "./row-tally.internal.ts";

const FILE = "lib/training/data/measure-rows-thread.ts";

/** Rows too long to be tokenised while others wait: a megabyte takes a second and more. */
export async function measureSftApart(
  rows: readonly SftRow[],
  { format, turns }: RowOptions,
): Promise<(MeasuredSft | Refused)[]> {
  const request: MeasureRequest = { kind: "sft", rows, turns, modelFolder: format.modelFolder };
  // Our own thread wrote the answer; its form is what the request asks for.
  return (await runInThread({ file: FILE, request, line: "checks" })) as (MeasuredSft | Refused)[];
}

export async function measurePreferencesApart(
  rows: readonly PreferenceRow[],
  { format, loss }: { format: ChatFormat; loss: PreferenceLoss },
): Promise<(MeasuredPreference | Refused)[]> {
  const request: MeasureRequest = { kind: "preference", rows, loss, modelFolder: format.modelFolder };
  // As above.
  return (await runInThread({ file: FILE, request, line: "checks" })) as (MeasuredPreference | Refused)[];
}
