import { expect, test } from "vitest";
import { matchShortcut, type Shortcut, writtenKey } from "./shortcut-keys.ts";

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  writtenKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });
const always = () => true;
const match = (all: readonly Shortcut[], pressed: string, before: string) =>
  matchShortcut(all, { pressed, before }, always);
const shortcut = (keys: string): Shortcut => ({ keys, label: keys, run: () => {} });

test("control and command are the same key, and shift shows only where the character does not", () => {
  expect(press("k", { metaKey: true })).toBe(press("k", { ctrlKey: true }));
  expect(press("?", { shiftKey: true })).toBe("?");
  expect(press("Enter", { shiftKey: true })).toBe("shift+enter");
  expect(press("X", { shiftKey: true })).toBe("shift+x");
  expect(press(" ")).toBe("space");
});

test("G then T goes where T alone does not", () => {
  const all = [shortcut("g t"), shortcut("t")];
  expect(match(all, "g", "").waits).toBe(true);
  expect(match(all, "t", "g").hit?.keys).toBe("g t");
  expect(match(all, "t", "").hit?.keys).toBe("t");
});

test("after a prefix that leads nowhere the key has its own meaning", () => {
  expect(match([shortcut("g t"), shortcut("s")], "s", "g").hit?.keys).toBe("s");
});

test("a page that takes a key of the shell gets it", () => {
  const [shell, page] = [shortcut("/"), shortcut("/")];
  expect(match([shell, page], "/", "").hit).toBe(page);
});

test("whether it is offered is asked of what the key may mean, and of nothing else", () => {
  const asked: string[] = [];
  const all = ["a", "g a", "g t", "g", "mod+enter"].map(shortcut);
  const { hit, waits } = matchShortcut(all, { pressed: "g", before: "" }, ({ keys }) => {
    asked.push(keys);
    return keys !== "g";
  });
  expect(asked).toEqual(["g a", "g t", "g"]);
  expect([hit, waits]).toEqual([undefined, true]);
});
