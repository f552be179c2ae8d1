import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { readDecoderConfig } from "#lib/engine/embedded/files/read-decoder-config.ts";
import { checkParameters } from "#lib/engine/embedded/files/read-parameters.ts";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { log } from "#lib/platform/log.ts";
import { processWide } from "#lib/platform/process-wide.ts";

type Verdict = { readonly signature: string; readonly reason: Promise<string | null> };

const verdicts = processWide("usable-folders", () => new Map<string, Verdict>());

/**
 * Why a folder of a model cannot be used, or null. Everything that loading it would trip over is looked at, but for the weights' bytes:
 * their headers say enough. A folder is read once, and again when a file of it has another size or date.
 */
export async function unusableReason(folder: string): Promise<string | null> {
  const signature = await signatureOf(folder);
  const known = verdicts.get(folder);
  if (known?.signature === signature) return known.reason;
  const reason = readFully(folder);
  verdicts.set(folder, { signature, reason });
  return reason;
}

async function signatureOf(folder: string): Promise<string> {
  const parts: string[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const { size, mtimeMs } = await lstat(path.join(folder, name));
    parts.push(`${name} ${size} ${mtimeMs}`);
  }
  return parts.join("\n");
}

async function readFully(folder: string): Promise<string | null> {
  try {
    const config = await readDecoderConfig(folder);
    await checkParameters(folder, config);
    const { tokenizer } = await openChatFormat(folder);
    if (tokenizer.vocabSize > config.vocabSize)
      return `tokenizer.json has ids up to ${tokenizer.vocabSize - 1}, and config.json a vocab_size of ${config.vocabSize} only`;
    return null;
  } catch (error) {
    if (error instanceof UnsupportedModel || error instanceof CorruptFiles)
      return withoutPlace(error.message, folder);
    log.warn({ err: error, folder }, "a model folder could not be read");
    return "its files cannot be read; the service's log says why";
  }
}

/** Where the folder lies is nobody's business but that of who runs the service. */
function withoutPlace(message: string, folder: string): string {
  return message.replaceAll(`${folder}${path.sep}`, "").replaceAll(folder, "the folder");
}
