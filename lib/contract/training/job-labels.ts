import { identifier, label, list } from "#lib/contract/fields.ts";
import { maybe } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

const MAX_TAGS = 20;
const MAX_NOTE = 10_000;

/** A word or two by which jobs are found. */
const tag = identifier(64).check(z.regex(/^[^,\s](?:[^,]*[^,\s])?$/));

/** How people tell jobs apart. Nothing of it changes what a job does. */
export const JOB_LABELS = {
  /** What the job is called; without one it goes by its model. */
  name: maybe(label(128)),
  tags: maybe(list(tag, { max: MAX_TAGS })),
  note: maybe(label(MAX_NOTE)),
  /** Jobs of one group are listed and summed up together, such as those of a sweep. */
  group: maybe(label(128)),
};
