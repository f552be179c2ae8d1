import type { Db } from "#lib/platform/db/database.ts";

/** Something that the worker does again and again. `run` writes in transactions only, which are fenced by the worker's lease. */
export type Duty = {
  name: string;
  /** From the end of one round to the start of the next. */
  everyMs: number;
  /** The same after a round that answered `false`, because nothing was there to do. */
  restMs?: number;
  run(db: Db): Promise<unknown>;
};
