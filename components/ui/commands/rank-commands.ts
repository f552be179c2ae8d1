import { defaultFilter } from "cmdk";
import type { PaletteCommand } from "./palette-command.ts";

/** Below this the letters are somewhere in the name, and nobody would have meant it. */
const MIN_LIKENESS = 0.05;

/** The commands that a text means, those first that are called so; all of them, as they stand, without one. */
export function rankCommands(commands: readonly PaletteCommand[], text: string): PaletteCommand[] {
  if (text === "") return [...commands];
  return commands
    .map((command) => ({ command, likeness: likenessOf(command, text) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ command }) => command);
}

function likenessOf({ label, keywords = [] }: PaletteCommand, text: string): number {
  return defaultFilter(label, text, keywords);
}
