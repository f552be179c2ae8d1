import { once } from "node:events";
import { open, rename, rm, stat } from "node:fs/promises";
import type { IncomingMessage, RequestOptions } from "node:http";
import https from "node:https";
import { pipeline } from "node:stream/promises";
import { MIB } from "#lib/contract/endpoint.ts";
import {
  ForbiddenAddress,
  guardedLookup,
  type HostRules,
  requireAllowedHost,
} from "#lib/models/upstreams/host-guard.ts";
import { networkFault } from "#lib/models/upstreams/network-fault.ts";
import { Rejected, SpindleError, Unavailable } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log.ts";
import { preparedPath } from "#lib/platform/storage/data-paths.ts";
import { requireRemoteAddress } from "./require-remote-address.ts";

const MAX_BYTES = 512 * MIB;
const MAX_REDIRECTS = 5;
const FIRST_BYTE_MS = 30_000;
const PAUSE_MS = 30_000;
const TOTAL_MS = 900_000;

/** How to reach other machines. */
export type Network = {
  readonly rules: HostRules;
  readonly addressOf: (text: string) => URL;
  readonly request: (url: URL, options: RequestOptions) => ReturnType<typeof https.request>;
};

/** No private network, and nothing but https. */
const PUBLIC: Network = {
  rules: { allowPrivate: false },
  addressOf: requireRemoteAddress,
  request: https.request,
};

/**
 * Fetches training data into a file below the data folder, whole or not at all; one that is there already stays. Each hop is checked as it
 * is connected to. Throws `Rejected` where another try would end the same way, `Unavailable` where it may not.
 */
export async function fetchTrainingData(address: string, target: string, network = PUBLIC): Promise<void> {
  const file = await preparedPath(target);
  if (await isThere(file)) return;
  // A trainer that lost its lease may still be fetching the same.
  const partial = `${file}.partial-${newId()}`;
  try {
    await fetchInto(partial, address, network);
    if (!(await isThere(file))) await rename(partial, file);
  } catch (error) {
    throw asOurs(error, address);
  } finally {
    await rm(partial, { force: true });
  }
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function fetchInto(file: string, address: string, network: Network): Promise<void> {
  const total = AbortSignal.timeout(TOTAL_MS);
  const handle = await open(file, "wx", 0o600);
  try {
    const response = await follow(network.addressOf(address), network, total);
    response.setTimeout(PAUSE_MS, () =>
      response.destroy(new Unavailable(`No data arrived for ${PAUSE_MS / 1_000} s (timeout); try again`)),
    );
    await pipeline(response, capped, handle.createWriteStream({ flush: true }), { signal: total });
  } finally {
    await handle.close();
  }
}

async function follow(from: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  let url = from;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await ask(url, network, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return requireReadable(response);
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined)
      throw refusedWith(statusCode);
    url = network.addressOf(URL.parse(headers.location, url)?.href ?? headers.location);
  }
  throw new Rejected(`The data's address redirects more than ${MAX_REDIRECTS} times; use the final address`);
}

async function ask(url: URL, { rules, request }: Network, signal: AbortSignal): Promise<IncomingMessage> {
  // Digits in the address are connected to without a look-up.
  await requireAllowedHost(url.hostname, rules);
  const asked = request(url, {
    agent: false,
    lookup: guardedLookup(rules),
    headers: { "Accept-Encoding": "identity", "User-Agent": "spindle" },
    signal,
  });
  asked.setTimeout(FIRST_BYTE_MS, () =>
    asked.destroy(new Unavailable(`${url.host} did not respond within ${FIRST_BYTE_MS / 1_000} s (timeout)`)),
  );
  asked.end();
  // The event carries the response alone.
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return response;
}

function requireReadable(response: IncomingMessage): IncomingMessage {
  const encoding = response.headers["content-encoding"] ?? "identity";
  const length = Number(response.headers["content-length"] ?? 0);
  if (encoding === "identity" && length <= MAX_BYTES) return response;
  response.destroy();
  if (length > MAX_BYTES) throw tooLarge();
  throw new Rejected(`The data is compressed (${encoding.slice(0, 40)}); only plain JSONL is supported`);
}

function refusedWith(status: number): SpindleError {
  const text = `The data's address answered ${status} instead of 200`;
  return status >= 500 || status === 429 ? new Unavailable(text) : new Rejected(text);
}

function tooLarge(): Rejected {
  return new Rejected(`The data is larger than ${MAX_BYTES} bytes; split it over several jobs`);
}

/** Bytes pass until there are too many, whatever length was declared. */
async function* capped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_BYTES) throw tooLarge();
    yield chunk;
  }
}

function asOurs(error: unknown, address: string): SpindleError {
  if (error instanceof SpindleError) return error;
  if (error instanceof ForbiddenAddress) return new Rejected(`The data is not fetched: ${error.message}`);
  log.warn({ err: error }, "training data could not be fetched");
  // Shows only the host of an address: the rest may contain a signature that gives access to the data.
  const host = URL.parse(address)?.host ?? "the data's address";
  return new Unavailable(
    `The data could not be fetched: ${host} ${networkFault(error).text}; check the address and try again`,
  );
}
