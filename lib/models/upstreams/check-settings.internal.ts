import type { InvalidRequest } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { ForbiddenAddress, requireAllowedHost } from "./host-guard.ts";

/** The address of an upstream in one spelling, without a slash at its end. Throws `InvalidRequest` for one that may not be reached. */
export async function requireFitBaseUrl(baseUrl: string, allowPrivate: boolean): Promise<string> {
  const url = URL.parse(baseUrl);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw unfit("the address has to begin with http:// or https://");
  if (url.username || url.password)
    throw unfit("a user or password has no place in the address; use api_key");
  if (url.search || url.hash) throw unfit("the address ends with its path; leave out what follows ? or #");
  if (url.protocol === "http:" && !allowPrivate)
    throw unfit("http is for private networks only, where allow_private is true; use https");
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
