import { identifier, label, list } from "#lib/contract/fields.ts";
import { maybe } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

export const MAX_TAGS = 20;
export const MAX_TAG_CHARACTERS = 64;
/** Of the names of jobs and groups. */
export const MAX_NAME_CHARACTERS = 128;
export const MAX_NOTE_CHARACTERS = 10_000;

/** A word or two by which jobs are found. */
const tag = identifier(MAX_TAG_CHARACTERS).check(z.regex(/^[^,\s](?:[^,]*[^,\s])?$/));

/** Labels by which people distinguish jobs. They do not change what a job does. */
export const JOB_LABELS = {
  /** What the job is called; without one it goes by its model. */
  name: maybe(label(MAX_NAME_CHARACTERS)),
  tags: maybe(list(tag, { max: MAX_TAGS })),
  note: maybe(label(MAX_NOTE_CHARACTERS)),
  /** Jobs of one group are listed and summed up together, such as those of a sweep. */
  group: maybe(label(MAX_NAME_CHARACTERS)),
};
