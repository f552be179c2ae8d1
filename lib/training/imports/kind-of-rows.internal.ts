import { createReadStream } from "node:fs";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import { kindOfRow } from "#lib/datasets/import/row-shapes.ts";
import { lackOf } from "#lib/datasets/rows/given-rows.ts";
import { InvalidRequest, type Problem } from "#lib/platform/errors.ts";
import { problemAt } from "#lib/platform/problem.ts";
import { linesOf } from "#lib/platform/storage/lines-of.ts";

const MAX_FAULTS = 20;

/** What a dataset of these rows is for: as `wanted`, or as the first row says. Throws `InvalidRequest` with the lines that are no rows of one. */
export async function kindOfRows(path: string, wanted: DatasetKind | null): Promise<DatasetKind> {
  let kind = wanted;
  const faults: Problem[] = [];
  for await (const { text, number } of linesOf(createReadStream(path))) {
    if (faults.length >= MAX_FAULTS) break;
    if (text.trim() === "") continue;
    const row: unknown = JSON.parse(text);
    kind ??= isDict(row) ? kindOfRow(row) : null;
    const lack = kind === null ? NO_KIND : lackOf(kind, row);
    if (lack === null) continue;
    const said = kind === null ? lack : `line ${number} is no row of a dataset of kind ${kind}: ${lack}`;
    faults.push(problemAt(["body", "file", number], { type: "value_error", text: said }));
  }
  if (faults.length > 0 || kind === null) throw new InvalidRequest(faults);
  return kind;
}

const NO_KIND =
  "a dataset takes conversations, pairs, single replies with a label or a reward, and prompts; rewarded trajectories are for jobs alone";
