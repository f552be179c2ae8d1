import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import Provider, { type Context } from "oidc-provider";
import { freePort } from "#lib/platform/processes/ports.ts";

/** Who signs in at the provider next, as it describes them. */
export type Identity = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
};

export type IdentityProvider = {
  issuer: string;
  /** The settings with which the service signs people in here. */
  settings: Record<string, string>;
  /** Whom it lets in from now on, without asking; null refuses everybody. */
  admit(identity: Identity | null): void;
  close(): Promise<void>;
};

const CLIENT = { id: "spindle", secret: "a secret between the provider and the service of tests" };
const KEPT = ["AccessToken", "AuthorizationCode", "Grant", "IdToken", "Interaction", "Session"];
const SCOPE = "openid email profile";

/** A certified OpenID Connect provider on loopback, which asks nobody for a password. It demands PKCE, as ours promises it. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const known = new Map<string, Identity>();
  let next: Identity | null = null;
  const provider = new Provider(
    issuer,
    configurationOf(known, (context) => grantAll(provider, context)),
  );
  // Services of tests listen at any port.
  provider.Client.prototype.redirectUriAllowed = (uri) => new URL(uri).pathname === "/api/auth/callback/oidc";
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    const result = next ? { login: { accountId: next.sub } } : { error: "access_denied" };
    void provider.interactionFinished(request, response, result);
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), "127.0.0.1", resolve));
  return {
    issuer,
    settings: {
      SPINDLE_OIDC_ISSUER: issuer,
      SPINDLE_OIDC_CLIENT_ID: CLIENT.id,
      SPINDLE_OIDC_CLIENT_SECRET: CLIENT.secret,
    },
    admit(identity) {
      next = identity;
      if (identity) known.set(identity.sub, identity);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function configurationOf(
  known: ReadonlyMap<string, Identity>,
  loadExistingGrant: (context: Context) => unknown,
) {
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ["https://spindle.example/api/auth/callback/oidc"],
      },
    ],
    jwks: { keys: [{ ...key, use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a key of tests"] },
    claims: { openid: ["sub", "groups"], email: ["email", "email_verified"], profile: ["name"] },
    // Said, or the package says that they are not.
    ttl: Object.fromEntries(KEPT.map((kind) => [kind, 600])),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => known.get(sub) }),
    loadExistingGrant,
  };
}

/** Nobody is asked what the service may know about them. */
async function grantAll(provider: Provider, { oidc }: Context) {
  const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope(SCOPE);
  await grant.save();
  return grant;
}
