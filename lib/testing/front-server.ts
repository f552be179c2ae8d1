import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import type { AnswerPatience } from "#lib/edge/front/answer-patience.ts";
import type { Patience } from "#lib/edge/front/body-patience.ts";
import type { Shares } from "#lib/edge/front/connection-shares.ts";
import { type Application, createFrontServer, type FrontServer } from "#lib/edge/front/front-server.ts";
import type { Linger } from "#lib/edge/front/lingering-close.ts";

const running: FrontServer[] = [];

afterEach(async () => {
  for (const front of running.splice(0)) await front.drain(0);
});

/** A front server of one test before an application that notes what reaches it and answers 200. */
export async function aFrontServer(
  application?: Application,
  trustProxy = 0,
  limits: {
    patience?: Patience;
    answerPatience?: AnswerPatience;
    shares?: Shares;
    linger?: Linger;
    idleMs?: number;
  } = {},
) {
  const seen: IncomingMessage[] = [];
  const front = createFrontServer({
    application: async (request, response) => {
      seen.push(request);
      if (application) await application(request, response);
      else response.end("fine");
    },
    trustProxy,
    https: false,
    ...limits,
  });
  running.push(front);
  await new Promise<void>((resolve) => front.server.listen(0, "127.0.0.1", resolve));
  const { port } = front.server.address() as AddressInfo;
  return { front, port, seen };
}

/** Reads a body to its end before it answers. */
export const reads: Application = async (request, response) => {
  for await (const _ of request);
  response.end("fine");
};
