import { expect, test } from "vitest";
import type { PaletteCommand } from "./palette-command.ts";
import { rankCommands } from "./rank-commands.ts";

function called(label: string, keywords?: string[]): PaletteCommand {
  return { id: label, group: "Any", label, ...(keywords ? { keywords } : {}), run: () => undefined };
}

function labels(text: string, commands: PaletteCommand[], found: PaletteCommand[] = []): string[] {
  return rankCommands(commands, text, found).map(({ label }) => label);
}

test("exact names come first, then prefixes, then the rest, from any source", () => {
  const commands = [called("Show the keys of this page"), called("Shop window"), called("Sign out")];
  const found = [called("workshop"), called("shopping"), called("Shop")];
  expect(labels("shop", commands, found)).toEqual([
    "Shop",
    "shopping",
    "Shop window",
    "Show the keys of this page",
    "workshop",
  ]);
});

test("another word for a command is a name of it, and a command stands before a place of the same name", () => {
  const commands = [called("Switch between light and dark"), called("Go to models", ["Models"])];
  expect(labels("models", commands, [called("models-of-mine"), called("models")])).toEqual([
    "Go to models",
    "models",
    "models-of-mine",
  ]);
});

test("what was found stays even where its name has nothing of the text, as its id may", () => {
  expect(labels("0199", [called("Sign out")], [called("friendly")])).toEqual(["friendly"]);
  expect(labels("", [called("Sign out")], [called("new")])).toEqual(["new", "Sign out"]);
});
