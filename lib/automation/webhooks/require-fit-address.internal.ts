import type { Actor } from "#lib/access/context.ts";
import { ForbiddenAddress, requireAllowedHost } from "#lib/models/upstreams/host-guard.ts";
import { requireInstanceAdmin } from "#lib/models/upstreams/require-instance-admin.ts";
import { addressIn, type Network } from "#lib/models/upstreams/send-signed.ts";
import { Forbidden } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";

/** Where a webhook may be sent: to public addresses by https, or where an instance admin said so also to this network. */
export function networkOf({ allowPrivate }: { allowPrivate: boolean }): Network {
  return { rules: { allowPrivate }, isPlainAllowed: allowPrivate };
}

/** Who says where in a private network something is sent answers for the whole instance. */
export function requirePrivateRight(actor: Actor): void {
  if (!actor.isInstanceAdmin)
    throw new Forbidden(
      "Only admins of the instance say which address of a private network is sent to; ask one, or add a webhook without allow_private",
    );
  requireInstanceAdmin(actor);
}

/** Refuses an address that would never be sent to. A name that has no address at this moment may get one. */
export async function requireFitAddress(text: string, allowPrivate: boolean): Promise<void> {
  const url = addressIn(text, networkOf({ allowPrivate }));
  const form = allowPrivate ? "http://host/path or https://host/path" : "https://host/path";
  if (!url) throw unfit(`${text.slice(0, 200)} is not an address of the form ${form}`);
  try {
    await requireAllowedHost(url.hostname, { allowPrivate });
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw unfit(error.message);
  }
}

function unfit(text: string) {
  return invalidAt(["body", "url"], { type: "value_error", text });
}
