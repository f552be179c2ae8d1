import type { ServedModel } from "#lib/contract/models/served-models.ts";

/** Whose models the service's own base models are said to be. */
const BASE_OWNER = "spindle";

/** The names of the models that others are trained from. */
export function baseModelsOf(served: readonly ServedModel[]): string[] {
  return served.filter(({ ownedBy }) => ownedBy === BASE_OWNER).map(({ id }) => id);
}

/** The names of models on other servers: `server/model`. A registered model stands under its reference, or under a name without a slash. */
export function upstreamModelsOf(served: readonly ServedModel[]): string[] {
  return served
    .filter(({ ownedBy }) => ownedBy !== BASE_OWNER)
    .map(({ id }) => id)
    .filter((id) => id.includes("/") && !id.startsWith("wandb-artifact:"));
}
