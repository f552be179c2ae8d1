import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

/** What another server of the OpenAI form was asked. */
export type UpstreamRequest = { url: string; headers: IncomingHttpHeaders; body: Record<string, unknown> };
type Answer = (response: ServerResponse, request: UpstreamRequest) => void | Promise<void>;

/** A server on loopback that answers each request by the model it names; what it was asked is kept. Call it once at the top of a file. */
export function startUpstreamServer(answers: Record<string, Answer>) {
  const seen: UpstreamRequest[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.on("close", () => open.delete(response));
    void read(request).then(async (body) => {
      const asked = { url: request.url ?? "", headers: request.headers, body };
      seen.push(asked);
      await (answers[String(body.model ?? request.url)] ?? notFound)(response, asked);
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    seen,
    /** Answers that are under way. */
    openAnswers: () => open.size,
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
  };
}

async function read(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? {} : JSON.parse(text);
}

const notFound: Answer = (response) => void response.writeHead(404).end("canary: no such model here");

/** A whole completion, as such servers write it. */
export const COMPLETION = {
  id: "chatcmpl-theirs",
  object: "chat.completion",
  created: 1,
  model: "their-model-2026",
  service_tier: "default",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "From afar.", reasoning_content: "Hm." },
      finish_reason: "stop",
    },
  ],
  usage: {
    prompt_tokens: 11,
    completion_tokens: 3,
    total_tokens: 14,
    prompt_tokens_details: { cached_tokens: 2 },
  },
};

/** Answers with this JSON. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { "Content-Type": "application/json", ...headers })
      .end(typeof body === "string" ? body : JSON.stringify(body));

export const chunk = (delta: object, finish: string | null = null) => ({
  id: "chatcmpl-theirs",
  object: "chat.completion.chunk",
  created: 1,
  model: "their-model-2026",
  choices: [{ index: 0, delta, finish_reason: finish }],
});

/** Answers with these events, and then does as `last` says. A text that begins with a colon is sent as the comment that it is. */
export const events =
  (list: readonly unknown[], last: "end" | "cut" | "stay" = "end"): Answer =>
  async (response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
    for (const event of list)
      await new Promise<void>((resolve) => response.write(`${lineOf(event)}\n\n`, () => resolve()));
    if (last === "end") response.end();
    if (last === "cut") response.destroy();
  };

function lineOf(event: unknown): string {
  if (typeof event !== "string") return `data: ${JSON.stringify(event)}`;
  return event.startsWith(":") ? event : `data: ${event}`;
}
