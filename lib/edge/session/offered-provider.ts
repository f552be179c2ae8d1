import { oidcSettings } from "#lib/access/oidc/oidc-settings.ts";

/** What the sign-in page shows of a provider. */
export type OfferedProvider = { name: string; createsPeople: boolean };

/** The provider that people may sign in through, or null. */
export function offeredProvider(): OfferedProvider | null {
  const settings = oidcSettings();
  return settings && { name: settings.name, createsPeople: settings.createsPeople };
}
