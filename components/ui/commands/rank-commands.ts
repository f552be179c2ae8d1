import { defaultFilter } from "cmdk";
import type { PaletteCommand } from "./palette-command.ts";

/** Below this the letters are somewhere in the name, and nobody would have meant it. */
const MIN_LIKENESS = 0.05;

/**
 * Commands and what the service found in one order: first what is called exactly so, then what begins so, then the rest by likeness.
 * Commands are left out where nobody would mean them; what was found stays, as its id may be what the text is like.
 */
export function rankCommands(
  commands: readonly PaletteCommand[],
  text: string,
  found: readonly PaletteCommand[] = [],
): PaletteCommand[] {
  if (text === "") return [...found, ...commands];
  const meant = commands
    .map((command) => rankOf(command, text))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS);
  return [...meant, ...found.map((place) => rankOf(place, text))]
    .sort((a, b) => b.closeness - a.closeness || b.likeness - a.likeness)
    .map(({ command }) => command);
}

function rankOf(command: PaletteCommand, text: string) {
  const { label, keywords = [] } = command;
  const closeness = closenessOf([label, ...keywords], text.toLowerCase());
  // No name is more the text than another that is the text: those stay in their order.
  return { command, closeness, likeness: closeness === 2 ? 1 : defaultFilter(label, text, keywords) };
}

/** 2 where one of the names is the text, 1 where one begins with it. */
function closenessOf(names: readonly string[], text: string): 0 | 1 | 2 {
  const lower = names.map((name) => name.toLowerCase());
  if (lower.includes(text)) return 2;
  return lower.some((name) => name.startsWith(text)) ? 1 : 0;
}
