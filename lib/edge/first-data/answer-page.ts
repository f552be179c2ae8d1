import { headers } from "next/headers";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { liveMark } from "#lib/platform/live/live-mark.ts";
import { OPERATIONS } from "./operations.ts";

/**
 * Answers a request of a page that is being drawn as the API would answer its reader: by the same handler, with the session of the page's
 * own request. Nothing else of that request counts, and only what `OPERATIONS` lists is answered.
 */
export async function answerPage(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isMeant = ({ method, path }: AnyEndpoint) => method === request.method && `/api${path}` === pathname;
  const operation = OPERATIONS.find(({ endpoint }) => isMeant(endpoint));
  if (!operation)
    throw new Error(
      `No page is sent with ${request.method} ${pathname}; list it in lib/edge/first-data/operations.ts`,
    );
  const cookies = (await headers()).get("cookie");
  if (cookies !== null) request.headers.set("Cookie", cookies);
  request.headers.set("Sec-Fetch-Site", "same-origin");
  return operation.handler(request);
}

/** Whether a browser requests a whole page, and not the partial data of a client-side navigation. */
export async function isWholePage(): Promise<boolean> {
  return (await headers()).get("accept")?.includes("text/html") === true;
}

/**
 * The moment after which a page that is being drawn is read: its stream of changes begins there, so that nothing is missed on the way to the
 * browser, and nothing is read twice.
 */
export function readPageMark(): Promise<string | null> {
  return liveMark();
}
