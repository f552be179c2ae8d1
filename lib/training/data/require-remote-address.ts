import net from "node:net";
import { ForbiddenAddress, requireAllowed } from "#lib/models/upstreams/host-guard.ts";
import { Rejected } from "#lib/platform/errors.ts";

const MAX_SHOWN = 200;

/**
 * The address where training data lie. Throws `Rejected` for one that can be seen to be wrong before anything is connected to; where its name
 * leads is looked at when it is.
 */
export function requireRemoteAddress(text: string): URL {
  const url = URL.parse(text);
  const shown = text.slice(0, MAX_SHOWN);
  if (!url) throw new Rejected(`'${shown}' is not an address; write https://host/path`);
  if (url.protocol !== "https:") throw new Rejected(`'${shown}' is not https; only https: is fetched`);
  if (url.username !== "" || url.password !== "")
    throw new Rejected("The address has a user name or a password; put the data where none is needed");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (net.isIP(host)) requirePublic(host);
  return url;
}

function requirePublic(address: string): void {
  try {
    requireAllowed(address, { allowPrivate: false });
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw new Rejected(`The data is not fetched: ${error.message}`);
    throw error;
  }
}
