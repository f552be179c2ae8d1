import net from "node:net";
import { rawRequest } from "#lib/testing/raw-http.ts";
import { authorizationOf, sendRequest } from "../send-request.ts";
import type { Trial } from "../trial.ts";

/** Serving everybody beside them is not a matter of waiting until they are thrown out. */
const PROMPT_MS = 5_000;

/** Connections that are opened and say nothing take no place from those that ask. */
export const keepSilent: Trial = async (arena, { silentSockets, requestsBesideSilence }) => {
  const findings: string[] = [];
  const sockets = Array.from({ length: silentSockets }, () =>
    net.connect(arena.port, "127.0.0.1").on("error", () => undefined),
  );
  await Promise.all(sockets.map((socket) => settled(socket)));
  for (let at = 0; at < requestsBesideSilence; at++) {
    const path = at % 2 === 0 ? "/v1/health" : "/api/projects";
    const startedAt = performance.now();
    // Each on a connection of its own, which has to find a place first.
    const outcome = await sendRequest(arena.port, rawRequest("GET", path, authorizationOf(arena)));
    const ms = performance.now() - startedAt;
    if (outcome !== 200 || ms > PROMPT_MS)
      findings.push(`${path} is ${outcome} after ${Math.round(ms)} ms beside them.`);
  }
  for (const socket of sockets) socket.destroy();
  return { tried: `${silentSockets} connections, ${requestsBesideSilence} requests beside them`, findings };
};

/** Connected, or refused: a service may turn some away. */
function settled(socket: net.Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("connect", () => resolve());
    socket.once("close", () => resolve());
  });
}
