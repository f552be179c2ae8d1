import { readApiKey } from "#lib/access/keys/api-key.ts";
import { oidcSettings } from "#lib/access/oidc/oidc-settings.ts";
import { isReservedEntity } from "#lib/contract/access/projects.ts";
import { RESERVED_ENTITIES } from "#lib/contract/access.ts";
import { type Settings, WrongSetting } from "#lib/platform/env.ts";

/** Stops the start when the INIT settings cannot be used, or those of a sign-in provider are incomplete. */
export function checkInitSettings(settings: Settings): void {
  oidcSettings(settings);
  const { INIT_API_KEY: key, INIT_PROJECT: project } = settings;
  if (key !== undefined && readApiKey(key) === null)
    throw new WrongSetting(
      "The setting INIT_API_KEY cannot be its value (not shown): use local- and 40 letters and digits whose last six are the checksum, " +
        "as the settings page makes them, or leave it out to have one made.",
    );
  if (project !== undefined && isReservedEntity(project.split("/")[0] ?? ""))
    throw new WrongSetting(
      `The setting INIT_PROJECT cannot be ${JSON.stringify(project)}: use an entity that is none of ${RESERVED_ENTITIES.join(", ")}.`,
    );
}
