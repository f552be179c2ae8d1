import { explainError } from "#components/layout/state/explain-error.ts";
import { ApiError } from "#lib/client/api-error.ts";

/** Why an alias did not move; where an admin must approve, with the button that asks for it. */
export function moveFault(error: Error, { name, step }: { name: string; step: number }): string {
  if (!(error instanceof ApiError) || error.code !== "needs_approval") return explainError(error);
  return `An admin must approve each move of ${name}. Press “Ask for step ${step}…” at ${name} under Aliases.`;
}
