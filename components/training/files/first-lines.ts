import { ApiError } from "#lib/client/api-error.ts";

const MAX_LINES = 5;
const MAX_CHARACTERS = 64 * 1024;

/** The first lines of what is at an address, as far as they are short enough to be looked at. The rest is not fetched. */
export async function firstLines(url: string, signal: AbortSignal): Promise<string[]> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw await ApiError.of(response);
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.split("\n").length > MAX_LINES || text.length > MAX_CHARACTERS) break;
  }
  return text
    .slice(0, MAX_CHARACTERS)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, MAX_LINES);
}
