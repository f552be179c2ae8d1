import fs from "node:fs";
import path from "node:path";

/** Whatever says something to people, or has to happen wherever they are by then. */
const MUST_HAPPEN = /\btoast\(|\blocation\.assign\(/;

/** Places where a callback that is handed to `mutate` must happen: it is lost when the component goes before the answer comes. */
export function findLostCallbacks(root: string): string[] {
  return sourcesIn(path.join(root, "components")).flatMap((file) => {
    const text = fs.readFileSync(file, "utf8");
    return [...text.matchAll(/\bmutate\(/g)].flatMap(({ index }) => {
      if (!MUST_HAPPEN.test(callbacksOf(text, index + "mutate(".length))) return [];
      const line = text.slice(0, index).split("\n").length;
      return `${path.relative(root, file)}:${line} hands mutate a callback that is lost when the component goes; use carryOut`;
    });
  });
}

/** The second argument of a call, from the place after its opening bracket. */
function callbacksOf(text: string, from: number): string {
  let depth = 1;
  let second: number | null = null;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if ("([{".includes(character)) depth++;
    if (")]}".includes(character)) depth--;
    if (depth === 0) return second === null ? "" : text.slice(second, at);
    if (character === "," && depth === 1) second ??= at;
  }
  return "";
}

function sourcesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => path.join(folder, name))
    .sort();
}
