import net from "node:net";
import { setTimeout as after } from "node:timers/promises";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { aModel, bearer, rowsOf } from "../support/training.ts";

const PATH = "/v1/preview/sft-training-jobs/probe";

/** Asks for a streamed probe and closes the connection so soon that the answer may not have begun. */
async function leaveAfter(ms: number, body: string): Promise<void> {
  const { hostname, port } = new URL(SERVICE.url);
  const socket = net.connect(Number(port), hostname).on("error", () => undefined);
  socket.write(
    [
      `POST ${PATH} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${SERVICE.apiKey}`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `\r\n${body}`,
    ].join("\r\n"),
  );
  await after(ms);
  socket.destroy();
}

test("Who leaves a streamed probe of rates before it says anything takes nobody's turn", async () => {
  const data = `data:application/jsonl;base64,${Buffer.from(rowsOf(12)).toString("base64")}`;
  const wanted = { model_id: await aModel(), training_data_url: data };
  const streamed = JSON.stringify({ ...wanted, stream: true });
  for (const ms of [1, 2, 3, 5, 8, 13, 21, 34, 55]) await leaveAfter(ms, streamed);
  await expect.poll(async () => (await bearer(PATH, wanted)).status, { timeout: 60_000 }).toBe(200);
});
