import { isDict } from "#lib/contract/fields.ts";

/** JSON with sorted keys, a space after `,` and `:`, and everything beyond ASCII escaped: one text for one value. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(", ")}]`;
  if (!isDict(value)) return asciiJson(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${asciiJson(key)}: ${canonicalJson(value[key])}`);
  return `{${members.join(", ")}}`;
}

function asciiJson(value: unknown): string {
  return (JSON.stringify(value) ?? "null").replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
