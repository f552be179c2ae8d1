/** What the weights that a job leaves depend on beside its plan and its start: where all of it is the same, they are the same to the bit. */
export type MadeWith = {
  readonly engine: string;
  /** What computed its sums, with the version; null where the engine does not say. */
  readonly kernels: string | null;
  /** The version of Spindle. */
  readonly version: string;
  /** The kind of processor, and its architecture. */
  readonly processor: string;
  readonly threads: number;
  readonly tokenBudget: number;
  /** SHA-256 over the files of the base model. */
  readonly baseHash: string;
  /** SHA-256 of the data that it learned from. */
  readonly dataHash: string;
  /** Whether the optimiser continued from the state that the job before it left. */
  readonly continuesOptimizer: boolean;
};

/** The same, before it is known where the optimiser begins. */
export type Circumstances = Omit<MadeWith, "continuesOptimizer">;

/** Of the facts, those that belong to the machine and not to the job. */
export type Machine = Omit<Circumstances, "baseHash" | "dataHash">;
