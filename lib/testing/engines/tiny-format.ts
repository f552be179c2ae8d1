import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { writeTinyModel } from "./tiny-model.ts";

/** The chat format of a tiny model, whose turns end with `<|im_end|>`. */
export async function tinyFormat(): Promise<ChatFormat> {
  return withTinyModel(openChatFormat);
}

/** Hands over the folder of a tiny model, which is gone afterwards. */
export async function withTinyModel<T>(use: (modelFolder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "spindle-plan-"));
  try {
    const model = join(folder, "model");
    await writeTinyModel(model);
    return await use(model);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
