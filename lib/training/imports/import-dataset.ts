import type { Ctx, UploadCtx } from "#lib/access/context.ts";
import type { importDataset as contract } from "#lib/contract/datasets/dataset-import.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import * as z from "#lib/contract/zod.ts";
import { holdsNoRows } from "#lib/datasets/import/no-rows.ts";
import { requireFreeName } from "#lib/datasets/recipes/create-dataset.ts";
import { MAX_ITEMS } from "#lib/datasets/sources/read-sources.ts";
import { prepareFirstVersion } from "#lib/datasets/versions/prepare-first-version.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type PreparedChange, storePrepared } from "#lib/platform/db/prepared-change.ts";
import { removeData } from "#lib/platform/storage/data-paths.ts";
import type { Shape } from "#lib/training/files/check-rows.internal.ts";
import { insertFile, type KeptFile, keepFile } from "#lib/training/files/create-file.ts";
import { kindOfRows } from "./kind-of-rows.internal.ts";

type Endpoint = typeof contract;
type Input = InputOf<Endpoint>;
type Place = UploadCtx & Ctx;

/** The file, the dataset and its version are there together, or none of them is. */
export async function importDataset(ctx: Place, input: Input): Promise<ReplyOf<Endpoint>> {
  return storePrepared(ctx.db, await prepareImport(ctx, input));
}

export async function prepareImport(ctx: Place, input: Input): Promise<PreparedChange<ReplyOf<Endpoint>>> {
  const passedOver = ctx.files.filter(({ filename }) => holdsNoRows(filename));
  const first = ctx.files.find((file) => !passedOver.includes(file)) ?? ctx.file;
  const name = input.name ?? nameOf(first.filename);
  // Refused before everything is read; the transaction asks again.
  await ctx.db.transaction((db) => requireFreeName({ ...ctx, db }, name));
  let kind: DatasetKind = "sft";
  const file = await keepFile(ctx, {
    maxRows: MAX_ITEMS,
    shape: input.kind === undefined ? null : SHAPES[input.kind],
    inspect: async (path) => {
      kind = await kindOfRows(path, input.kind ?? null);
    },
    ...(input.columns === undefined ? {} : { columns: input.columns }),
  });
  const abandon = () => removeData(file.path);
  try {
    const asked = { ...input, name, kind, recipe: recipeFor(file, input) };
    const arriving = { ...file, createdBy: ctx.actor.userId };
    const prepared = await prepareFirstVersion(ctx, asked, arriving);
    const store = async (db: Db) => {
      await insertFile({ ...ctx, db }, file, { purpose: "fine-tune" });
      return { ...(await prepared.store(db)), passedOver: passedOver.map(({ filename }) => filename) };
    };
    return { ...prepared, store, abandon };
  } catch (error) {
    await abandon();
    throw error;
  }
}

/** What the rows of a file for such a dataset are read as. A conversation may stand for its prompt; its reply is the reference then. */
const SHAPES: { [K in DatasetKind]: Shape } = {
  sft: "conversation",
  preference: "preference",
  kto: "preference",
  reward: "preference",
  prompts: "prompt",
  eval: "prompt",
};

/** The rows as they are: what somebody else made may say a thing twice. */
function recipeFor({ id }: KeptFile, { heldOutPercent }: Input): Recipe {
  return z.decode(Recipe, {
    sources: [{ kind: "upload", file_id: id }],
    dedupe: { exact: false },
    split: { held_out: heldOutPercent / 100 },
  });
}

const MAX_NAME = 100;

/** That of the file as an object may be called. */
function nameOf(filename: string): string {
  const bare = filename.replace(/(\.(jsonl|ndjson|json|csv|tsv|parquet|tar|tgz|gz|zip))+$/i, "");
  const name = bare
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/^[^A-Za-z0-9_]+|-+$/g, "");
  return name.slice(0, MAX_NAME) || "dataset";
}
