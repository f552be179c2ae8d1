// The web process: the front server, with Next inside. `npm start` runs it; it ends with its parent.
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import next from "next";
import { createFrontServer } from "#lib/edge/front/front-server.ts";
import { env, takeListenSocket } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { beatToParent } from "#lib/platform/processes/beat-to-parent.ts";
import { endWithParent } from "#lib/platform/processes/end-with-parent.ts";

/** Some time before the supervisor ends this process, so that Next still closes. */
const FORCE_AFTER_MS = 7_000;

const dev = process.argv.includes("--dev");
const { HOST: host, PORT: port, NEXTAUTH_URL: publicUrl, TRUST_PROXY: trustProxy } = env();

process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "the web process failed");
  process.exit(1);
});
/** What takes long is done in threads and in turns: a main thread that is away for this long does not come back. */
const ANSWER_WITHIN_MS = 60_000;

// In development its main thread may compile for as long as it takes.
if (!dev) beatToParent({ answerWithinMs: ANSWER_WITHIN_MS });
const socket = takeListenSocket();

// Next adds a WebSocket listener to this server; outside development it is one that nobody can reach.
const upgrades = dev ? {} : { httpServer: http.createServer() };
const app = next({ dev, dir: import.meta.dirname, hostname: host, port, quiet: true, ...upgrades });
const { server, drain } = createFrontServer({
  application: (request, response) => app.getRequestHandler()(request, response),
  trustProxy,
  https: publicUrl?.startsWith("https:") === true,
  ...(dev ? { allowUpgrade: (request: IncomingMessage) => request.url?.startsWith("/_next/") === true } : {}),
});

await app.prepare();
server.once("error", (error) => {
  log.fatal({ err: error }, `port ${port} of ${host} cannot be used`);
  process.exit(1);
});
endWithParent(async () => {
  await drain(FORCE_AFTER_MS);
  await app.close();
});

if (socket !== null) {
  process.send?.("ready");
  log.info("ready to serve");
  // The supervisor's only word: a spare waits for it.
  await once(process, "message");
}
server.listen(socket === null ? { port, host } : { fd: socket }, () => {
  log.info({ host, port }, "listening");
});
