import { expect, test } from "vitest";
import { parseSettings } from "#lib/platform/env.ts";
import { oidcSettings } from "./oidc-settings.ts";

const COMPLETE = {
  SPINDLE_OIDC_ISSUER: "https://id.example.org/realms/main",
  SPINDLE_OIDC_CLIENT_ID: "spindle",
  SPINDLE_OIDC_CLIENT_SECRET: "a secret",
};

test("Without settings nobody signs in through a provider; issuer, client and secret are all it takes, and make no accounts", () => {
  expect(oidcSettings(parseSettings({ SPINDLE_OIDC_NAME: "Acme ID" }))).toBeNull();
  const complete = oidcSettings(parseSettings(COMPLETE));
  expect(complete).toMatchObject({ name: "single sign-on", groupsClaim: "groups", createsPeople: false });
});

test.each(Object.keys(COMPLETE))(
  "Without %s the start says which settings belong together, and no secret",
  (name) => {
    const settings = parseSettings({ ...COMPLETE, [name]: "" });
    expect(() => oidcSettings(settings)).toThrow(
      "Signing in through a provider needs SPINDLE_OIDC_ISSUER, SPINDLE_OIDC_CLIENT_ID and SPINDLE_OIDC_CLIENT_SECRET: set all three, or none.",
    );
  },
);
