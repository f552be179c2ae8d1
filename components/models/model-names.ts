import type { Model, Training } from "#lib/contract/models.ts";

/** What a chat completion calls a model by: `entity/project/name`, and `:stepN` behind it for one checkpoint. */
export function chatNameOf(
  { entity, project, name }: Pick<Model, "entity" | "project" | "name">,
  step?: number,
): string {
  const path = `${entity}/${project}/${name}`;
  return step === undefined ? path : `${path}:step${step}`;
}

/** Takes the step off a chat name; null where the name means the latest one. */
export function readChatName(chatName: string): { path: string; step: number | null } {
  const [, path = chatName, step] = /^(.*?)(?::latest|:step(\d{1,10}))?$/s.exec(chatName) ?? [];
  return { path, step: step === undefined ? null : Number(step) };
}

/** `LoRA, rank 8, alpha 16`, or `All weights`. */
export function trainingText({ mode, rank, alpha }: Training): string {
  return mode === "full" ? "All weights" : `LoRA, rank ${rank ?? "–"}, alpha ${alpha ?? "–"}`;
}

/** `LoRA 8`, for where there is little room. */
export function shortTrainingText({ mode, rank }: Training): string {
  return mode === "full" ? "All weights" : `LoRA ${rank ?? ""}`.trim();
}
