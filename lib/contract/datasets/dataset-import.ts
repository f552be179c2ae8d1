import { endpoint, MIB } from "#lib/contract/endpoint.ts";
import { integer, list, oneOf, projectId, text } from "#lib/contract/fields.ts";
import { columnsText, MAX_IMPORTED_FILES } from "#lib/contract/training/files.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import { shared } from "./dataset-parts.internal.ts";
import { DatasetVersion } from "./dataset-versions.ts";
import { Dataset, datasetDescription, datasetName } from "./datasets.ts";
import { DATASET_KINDS } from "./uses.ts";

export const importDataset = endpoint({
  ...shared,
  operationId: "importDataset",
  summary: "Makes a dataset of files of rows",
  description:
    "The files are read as `/v1/files` reads them, and kept as one uploaded file, of which the recipe takes all rows; a version is built at once. Rows are JSON Lines in any form that a job reads, tables of separated values (`columns` says what their columns are; else their names do), tables of Parquet, or a zip or tar of these, such as a folder of the Hugging Face Hub; a README.md and other files that hold no rows by their name are passed over. A row whose `split` says `train` or `held_out` stays there, and so do the rows of several files that are called `train` and `test`; the rows of one file that says `held_out` in its name are held out, too. Of all others, `held_out_percent` are held out. Without `kind`, the first row says what the dataset is for. Errors name their lines, and nothing is kept of a file that has any.",
  method: "POST",
  path: "/datasets/import",
  needs: "datasets:write",
  upload: true,
  maxFiles: MAX_IMPORTED_FILES,
  maxBodyBytes: 512 * MIB,
  input: {
    body: wireObject({
      projectId,
      /** That of the file where absent. */
      name: maybe(datasetName),
      kind: maybe(oneOf(DATASET_KINDS)),
      description: withDefault(datasetDescription, ""),
      columns: maybe(columnsText),
      heldOutPercent: withDefault(integer({ min: 0, max: 90 }), 15),
    }),
  },
  reply: wireObject({
    dataset: Dataset,
    version: DatasetVersion,
    /** Names of files that were sent and not read, as they hold no rows by their name: a README.md, `.gitattributes`. */
    passedOver: list(text()),
  }),
  statuses: [409],
  idempotent: true,
  example: {
    project_id: "acme/support",
    name: "support-answers",
    file: '{"messages":[{"role":"user","content":"Where is my parcel?"},{"role":"assistant","content":"On its way."}]}\n',
  },
});
