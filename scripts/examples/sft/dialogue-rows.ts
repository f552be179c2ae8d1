import fs from "node:fs";
import * as z from "zod/mini";

const Dialogue = z.object({
  turns: z.array(z.object({ speaker: z.enum(["user", "system"]), text: z.string() })),
});

/** A conversation to learn from, as training files hold it. */
export type Row = { readonly messages: readonly { readonly role: string; readonly content: string }[] };

export type Split = { readonly trained: readonly Row[]; readonly held: readonly Row[] };

/** The beginnings of dialogues fit any context. */
const TURNS = 6;
/** Every eighth dialogue is held out, so that both parts have all services. */
const HELD_EVERY = 8;

/** Rows from a file of service dialogues, one object with `turns` a line; those that are held out are never trained on. */
export function readDialogueRows(file: string): Split {
  const lines = fs.readFileSync(file, "utf8").split("\n").filter(Boolean);
  const rows = lines.map((line) => rowOf(Dialogue.parse(JSON.parse(line)))).filter((row) => row !== null);
  return {
    trained: rows.filter((_, at) => at % HELD_EVERY !== 0),
    held: rows.filter((_, at) => at % HELD_EVERY === 0),
  };
}

/** The first turns up to a reply of the service; null where it does not reply. */
function rowOf({ turns }: z.output<typeof Dialogue>): Row | null {
  const beginning = turns.slice(0, TURNS);
  const end = beginning.findLastIndex(({ speaker }) => speaker === "system");
  if (end < 1) return null;
  return {
    messages: beginning
      .slice(0, end + 1)
      .map(({ speaker, text }) => ({ role: speaker === "user" ? "user" : "assistant", content: text })),
  };
}
