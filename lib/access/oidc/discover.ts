import * as z from "zod/mini";
import type { OidcSettings } from "./oidc-settings.ts";

/** How long any answer of the provider may take. */
export const PROVIDER_PATIENCE_MS = 8_000;

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.optional(z.url()),
  id_token_signing_alg_values_supported: z._default(z.array(z.string()), ["RS256"]),
  token_endpoint_auth_methods_supported: z._default(z.array(z.string()), ["client_secret_basic"]),
});

/** A provider's metadata (OpenID Connect Discovery). */
export type ProviderMetadata = z.output<typeof Metadata>;

/**
 * Asks the provider for its addresses and keys. The address is the operator's own setting, and so is not held against the list of private
 * networks that addresses of users are held against. Throws where it does not answer in time, or for another issuer.
 */
export async function discoverProvider({ issuer }: OidcSettings): Promise<ProviderMetadata> {
  const address = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
  const signal = AbortSignal.timeout(PROVIDER_PATIENCE_MS);
  const response = await fetch(address, {
    signal,
    redirect: "error",
    headers: { Accept: "application/json" },
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const metadata = Metadata.parse(await response.json());
  if (withoutSlash(metadata.issuer) !== withoutSlash(issuer))
    throw new Error(
      `SPINDLE_OIDC_ISSUER is ${issuer}, and the provider there calls itself ${metadata.issuer}`,
    );
  return metadata;
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}
