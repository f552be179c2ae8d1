import type { Model, Training } from "#lib/contract/models/models.ts";

/** A model's name in a chat completion: `entity/project/name`, followed by `:stepN` or `:alias` for one checkpoint. */
export function chatNameOf(
  { entity, project, name }: Pick<Model, "entity" | "project" | "name">,
  pin?: number | string,
): string {
  const path = `${entity}/${project}/${name}`;
  if (pin === undefined) return path;
  return typeof pin === "number" ? `${path}:step${pin}` : `${path}:${pin}`;
}

/** A chat name taken apart; the pin is a step, an alias, or null where the name means the latest checkpoint. */
export type ChatName = { path: string; pin: number | string | null };

/** Splits the pin off a chat name. In the name of another server's model, the text after a colon looks like an alias. */
export function readChatName(chatName: string): ChatName {
  const [, path = chatName, step, alias] =
    /^(.*?)(?::latest|:step(\d{1,10})|:([A-Za-z0-9][A-Za-z0-9._-]*))?$/s.exec(chatName) ?? [];
  return { path, pin: step === undefined ? (alias ?? null) : Number(step) };
}

/** `LoRA, rank 8, alpha 16`, or `All weights`. */
export function trainingText({ mode, rank, alpha }: Training): string {
  return mode === "full" ? "All weights" : `LoRA, rank ${rank ?? "–"}, alpha ${alpha ?? "–"}`;
}

/** `LoRA 8`, for where there is little room. */
export function shortTrainingText({ mode, rank }: Training): string {
  return mode === "full" ? "All weights" : `LoRA ${rank ?? ""}`.trim();
}
