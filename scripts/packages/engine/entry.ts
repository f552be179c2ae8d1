import { fileURLToPath } from "node:url";

export { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
export { ContextTooLong } from "#lib/engine/port/context-too-long.ts";
export { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
export { GREEDY } from "#lib/engine/port/greedy.ts";
export { MissingFiles } from "#lib/engine/port/missing-files.ts";
export type * from "#lib/engine/port/port.ts";
export { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
export { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
export { openTokenizer, type Tokenizer } from "#lib/engine/text/open-tokenizer.ts";
export { type BpeOptions, type TokenizerJson, trainBpe } from "#lib/engine/text/train-bpe.ts";
export { type PlanSftInput, planSft } from "#lib/training/plan/plan-sft.ts";
export { type SftSettings, sftSettings } from "#lib/training/plan/sft-settings.ts";
export { TrainingDiverged, type TrainingPlan } from "#lib/training/training-plan.ts";
export { readSftRow, type SftRow } from "#lib/training/trajectories/render-row.ts";

/** The folder of the very small model that comes along. */
export const SPINDLE_MINI: string = fileURLToPath(new URL("../spindle-mini", import.meta.url));
