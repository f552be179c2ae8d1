import { execFileSync } from "node:child_process";
import { stripTypeScriptTypes } from "node:module";
import { expect, test } from "vitest";
import { messageInCode, requestCode } from "./request-code.ts";

const BODY = {
  model: "acme/shop/agent:step2",
  messages: [
    { role: "user", content: 'It\'s $HOME, `id`, "so" \\ and\nü 🦉' },
    { role: "assistant", content: null, tool_calls: [] },
  ],
  temperature: 0.7,
  store: true,
  tools: [{ type: "function", function: { name: "a", parameters: {}, strict: false } }],
};
const ORIGIN = "http://127.0.0.1:3000";

test("a shell gives curl the very request, with the key from the environment", () => {
  const shell = `SPINDLE_API_KEY=the-key\ncurl() { printf '%s\\0' "$@"; }\n${requestCode("curl", BODY, ORIGIN)}`;
  const words = execFileSync("/bin/bash", ["-c", shell], { encoding: "utf8" }).split("\0");
  expect(words.slice(0, -2)).toEqual([
    "-N",
    `${ORIGIN}/api/v1/chat/completions`,
    "-H",
    "Authorization: Bearer the-key",
    "-H",
    "Content-Type: application/json",
    "-d",
  ]);
  expect(JSON.parse(words.at(-2) ?? "")).toEqual(BODY);
});

test("a message is shown as it was typed, and none as words that say where it belongs", () => {
  expect(messageInCode("Hello")).toBe("Hello");
  expect(messageInCode("")).toBe("Write your message here");
});

test("the TypeScript is whole and has the very request in it", () => {
  const code = requestCode("typescript", BODY, ORIGIN);
  expect(() => stripTypeScriptTypes(code)).not.toThrow();
  const request = /create\((\{[\s\S]*\})\);/.exec(code)?.[1] ?? "";
  expect(JSON.parse(request)).toEqual(BODY);
  expect(code).toContain("process.env.SPINDLE_API_KEY");
});

test("Python has its own words for what JSON writes otherwise", () => {
  const code = requestCode("python", BODY, ORIGIN);
  expect(code).toContain('base_url="http://127.0.0.1:3000/api/v1", api_key=os.environ["SPINDLE_API_KEY"]');
  expect(code).toContain("    store=True,\n    tools=[\n        {\n");
  expect(code).toContain('                "parameters": {},\n                "strict": False,\n');
  expect(code).toContain('            "content": None,\n            "tool_calls": [],\n');
  expect(code).toContain('"content": "It\'s $HOME, `id`, \\"so\\" \\\\ and\\nü 🦉",');
});
