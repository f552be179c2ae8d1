import OpenAI from "openai";
import { bearerHeaders } from "./guarantees/ask.ts";
import type { Caller, Harness } from "./harness.ts";

/** The client that most callers of chat completions have, as `caller`. It tries nothing again. */
export function openAi(api: Harness, caller: Caller): OpenAI {
  const { authorization = "" } = bearerHeaders(caller.headers);
  return new OpenAI({
    baseURL: `${api.url}/api/v1`,
    apiKey: authorization.replace("Bearer ", ""),
    maxRetries: 0,
  });
}
