import { env, type Settings, WrongSetting } from "#lib/platform/env.ts";
import type { RoleMapping } from "#lib/platform/role-mapping.ts";

/** The provider at which people sign in, and what its word counts for here. */
export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** As the button on the sign-in page calls it. */
  name: string;
  scope: string;
  groupsClaim: string;
  roles: RoleMapping;
  /** Whether someone without an account here gets one. */
  createsPeople: boolean;
};

/** Null if no provider is set. Throws `WrongSetting` for incomplete settings. */
export function oidcSettings(settings: Settings = env()): OidcSettings | null {
  const issuer = settings.SPINDLE_OIDC_ISSUER;
  const clientId = settings.SPINDLE_OIDC_CLIENT_ID;
  const clientSecret = settings.SPINDLE_OIDC_CLIENT_SECRET;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new WrongSetting(
      "Signing in through a provider needs SPINDLE_OIDC_ISSUER, SPINDLE_OIDC_CLIENT_ID and SPINDLE_OIDC_CLIENT_SECRET: set all three, or none.",
    );
  return {
    issuer,
    clientId,
    clientSecret,
    name: settings.SPINDLE_OIDC_NAME,
    scope: settings.SPINDLE_OIDC_SCOPE,
    groupsClaim: settings.SPINDLE_OIDC_GROUPS_CLAIM,
    roles: settings.SPINDLE_OIDC_ROLES,
    createsPeople: settings.SPINDLE_OIDC_NEW_PEOPLE === "yes",
  };
}
