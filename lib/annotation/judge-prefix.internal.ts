/** The feedback that a model judge, or any other scorer, gives of a call: followed by its name. */
export const JUDGE_PREFIX = "wandb.runnable.";
