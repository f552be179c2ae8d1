/** Before the name of a field in the type of an answer to it. */
export const ANNOTATION_PREFIX = "wandb.annotation.";
