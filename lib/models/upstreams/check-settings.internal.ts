import type { InvalidRequest } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { ForbiddenAddress, requireAllowedHost } from "./host-guard.ts";

/** The address of an upstream in one spelling, without a slash at its end. Throws `InvalidRequest` for one that may not be reached. */
export async function requireFitBaseUrl(baseUrl: string, allowPrivate: boolean): Promise<string> {
  const url = URL.parse(baseUrl);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw unfit("the address must start with http:// or https://");
  if (url.username || url.password)
    throw unfit("the address must not contain a user or password; use api_key");
  if (url.search || url.hash)
    throw unfit("the address must end with its path; leave out everything from ? or # on");
  if (url.protocol === "http:" && !allowPrivate)
    throw unfit("http is only for private networks, with allow_private true; use https");
  try {
    await requireAllowedHost(url.hostname, { allowPrivate });
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw unfit(error.message);
    throw unfit(`the host ${url.hostname} cannot be found`);
  }
  return url.href.replace(/\/+$/, "");
}

function unfit(text: string): InvalidRequest {
  return invalidAt(["body", "base_url"], { type: "value_error", text });
}
