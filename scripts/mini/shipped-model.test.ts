import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { readDecoderConfig } from "#lib/engine/embedded/files/read-decoder-config.ts";
import type { Sampler } from "#lib/engine/port/port.ts";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { replyTo } from "./evaluate.ts";
import type { Message } from "./exercise.ts";
import { SHAPE } from "./model/shape.ts";
import { writeTextFiles } from "./model/text-files.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../lib/models/base-models/spindle-mini");
const MAX_BYTES = 12 * 1024 * 1024;

describe("the spindle-mini that ships", () => {
  let format: ChatFormat;
  let sampler: Sampler;

  beforeAll(async () => {
    format = await openChatFormat(FOLDER);
    sampler = await embeddedEngine.openSampler({ modelFolder: FOLDER, adapterFolder: null }, { threads: 1 });
  });
  afterAll(() => sampler.close());

  test("has the shape that its recipe gives it, and weights of a size to keep in a repository", async () => {
    expect(await readDecoderConfig(FOLDER)).toEqual(SHAPE);
    expect(statSync(path.join(FOLDER, "model.safetensors")).size).toBeLessThan(MAX_BYTES);
  });

  test("has the vocabulary and the chat template that the corpus and its scripts make", async () => {
    const made = mkdtempSync(path.join(tmpdir(), "spindle-mini-"));
    await writeTextFiles(made);

    for (const file of ["tokenizer.json", "tokenizer_config.json", "chat_template.jinja"])
      expect(readFileSync(path.join(FOLDER, file), "utf8"), file).toBe(
        readFileSync(path.join(made, file), "utf8"),
      );
    rmSync(made, { recursive: true });
  });

  test("has a card that names exactly these weights", () => {
    const hash = createHash("sha256")
      .update(readFileSync(path.join(FOLDER, "model.safetensors")))
      .digest("hex");

    expect(readFileSync(path.join(FOLDER, "README.md"), "utf8")).toContain(hash);
  });

  test("ends its turn by the token that the chat format stops at", () => {
    expect(format.stopTokenIds.map((id) => format.tokenizer.decode([id]))).toContain("<|im_end|>");
  });

  test("greets", async () => {
    expect(await ask("Hello!")).toMatch(/^(Hello|Hi)\b/);
  });

  test("chooses one of the options it is given", async () => {
    expect(["yes", "no", "maybe"]).toContain(await ask("respond with yes, no, maybe"));
    expect(["no", "yes"]).toContain(await ask("just respond with 'no' or 'yes'"));
  });

  test("repeats what it is told to", async () => {
    expect(await ask("Repeat: the lamp is green")).toBe("the lamp is green");
  });

  function ask(question: string): Promise<string> {
    const messages: Message[] = [{ role: "user", content: question }];
    return replyTo({ sampler, format }, { messages });
  }
});
