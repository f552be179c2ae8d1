/** Models that are asked side by side at most. */
export const MAX_COLUMNS = 4;

/** Names of models have no spaces, which a link writes as `+`. */
const SEPARATOR = " ";

/** The models that an address asks for: `models`, or `model` alone, as links to a single one have it. */
export function modelsIn(get: (name: string) => string | null): string[] {
  const named = get("models")?.split(SEPARATOR).filter(Boolean) ?? [];
  const one = get("model");
  return (named.length > 0 ? named : one ? [one] : []).slice(0, MAX_COLUMNS);
}

/** The part of an address that asks for these models. */
export function modelsPatch(models: readonly string[]): { model: string | null; models: string | null } {
  const chosen = models.filter((model) => model !== "");
  const [only = null] = chosen;
  return chosen.length > 1 ? { model: null, models: chosen.join(SEPARATOR) } : { model: only, models: null };
}

/** The playground below `chatHref` with these models. */
export function playgroundHref(chatHref: string, models: readonly string[]): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(modelsPatch(models))) if (value) search.set(name, value);
  return search.size > 0 ? `${chatHref}?${search}` : chatHref;
}

/** A model that no column has yet, to compare with, or "" to leave the choice: comparing a model with itself is pointless. */
export function nextModel(offered: readonly string[], taken: readonly string[]): string {
  return offered.find((model) => !taken.includes(model)) ?? "";
}
