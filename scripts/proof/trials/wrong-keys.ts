import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { answerOf } from "../answer-of.ts";
import type { Trial } from "../trial.ts";

const PATHS = ["/v1/models", "/me", "/threads/stream_query"];

/** A caller who guesses keys has to wait after a while, and the owner of the right one works on from the same address. */
export const tryWrongKeys: Trial = async (arena, budget) => {
  const findings: string[] = [];
  const statuses: unknown[] = [];
  for (let at = 0; at < budget.wrongKeys; at++) {
    const path = PATHS[at % PATHS.length] ?? "/me";
    const headers = { Authorization: guess(path) };
    const method = path.endsWith("query") ? "POST" : "GET";
    const { status } = await answerOf(arena, {
      method,
      path,
      headers,
      ...(method === "POST" ? { body: {} } : {}),
    });
    statuses.push(status);
    if (status !== 401 && status !== 429) findings.push(`A wrong key at ${path} is ${status}.`);
  }
  if (statuses.at(-1) !== 429)
    findings.push(`After ${budget.wrongKeys} wrong keys the answer is still ${statuses.at(-1)}, not 429.`);
  const { status } = await answerOf(arena, { method: "GET", path: "/projects" });
  if (status !== 200) findings.push(`The right key is ${status} beside them.`);
  return { tried: `${budget.wrongKeys}, the first 429 after ${statuses.indexOf(429)}`, findings };
};

function guess(path: string): string {
  const { key } = mintApiKey();
  return path.startsWith("/v1/")
    ? `Bearer ${key}`
    : `Basic ${Buffer.from(`proof:${key}`).toString("base64")}`;
}
