import type { OAuthConfig } from "next-auth/providers/oauth";
import { PROVIDER_PATIENCE_MS, type ProviderMetadata } from "./discover.ts";
import type { OidcSettings } from "./oidc-settings.ts";

type Around = {
  /** Where the provider sends the browser back to. */
  redirectUri: string;
  /** Hears of an exchange with the provider that failed. */
  onFault(error: unknown): void;
};

/** Claims of the ID token and, if it has more, of the userinfo endpoint. */
export type Claims = Record<string, unknown>;

/**
 * The provider as next-auth takes it. The exchange is ours where next-auth would take the address from `NEXTAUTH_URL` alone: a service on
 * this machine is opened by several names.
 */
export function oidcProvider(
  settings: OidcSettings,
  metadata: ProviderMetadata,
  { redirectUri, onFault }: Around,
): OAuthConfig<Claims> {
  let claims: Claims = {};
  return {
    id: "oidc",
    name: settings.name,
    type: "oauth",
    issuer: metadata.issuer,
    jwks_endpoint: metadata.jwks_uri,
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    httpOptions: { timeout: PROVIDER_PATIENCE_MS },
    client: {
      redirect_uris: [redirectUri],
      id_token_signed_response_alg: signingAlgorithm(metadata),
      token_endpoint_auth_method: authMethod(metadata),
    },
    authorization: { url: metadata.authorization_endpoint, params: { scope: settings.scope } },
    token: {
      url: metadata.token_endpoint,
      request: async ({ client, params, checks }) => {
        try {
          const tokens = await client.callback(redirectUri, params, checks);
          // Many providers put only the subject into the token.
          const more = metadata.userinfo_endpoint === undefined ? {} : await client.userinfo(tokens);
          claims = { ...more, ...tokens.claims() };
          return { tokens };
        } catch (error) {
          onFault(error);
          throw error;
        }
      },
    },
    userinfo: {
      ...(metadata.userinfo_endpoint === undefined ? {} : { url: metadata.userinfo_endpoint }),
      request: () => claims,
    },
    profile: ({ sub }) => ({ id: String(sub) }),
  };
}

/** A signature that only the provider can make: one with the shared secret, or none at all, is never taken. */
function signingAlgorithm({ id_token_signing_alg_values_supported: known }: ProviderMetadata): string {
  return known.includes("RS256") ? "RS256" : (known.find((one) => /^(RS|PS|ES|Ed)/.test(one)) ?? "RS256");
}

function authMethod({ token_endpoint_auth_methods_supported: known }: ProviderMetadata) {
  return known.includes("client_secret_basic") ? "client_secret_basic" : "client_secret_post";
}
