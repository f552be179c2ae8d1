import type { Upstream } from "#lib/contract/models/upstreams.ts";
import type { UpstreamSettings } from "./upstream-queries.ts";

/** An upstream as its form holds it. */
export type UpstreamDraft = {
  name: string;
  baseUrl: string;
  /** Null leaves a stored key as it is; an empty text takes it away. */
  apiKey: string | null;
  /** One per line. */
  models: string;
  allowPrivate: boolean;
};

export function draftOf(upstream: Upstream | null): UpstreamDraft {
  if (!upstream) return { name: "", baseUrl: "", apiKey: "", models: "", allowPrivate: false };
  const { name, baseUrl, models, allowPrivate, hasKey } = upstream;
  return { name, baseUrl, apiKey: hasKey ? null : "", models: models.join("\n"), allowPrivate };
}

type Faults = { name?: string; baseUrl?: string };

/** What keeps a draft from being sent, by field. */
export function upstreamFaults({ name, baseUrl }: UpstreamDraft): Faults {
  return {
    ...(/^[a-z0-9][a-z0-9._-]{0,63}$/.test(name)
      ? {}
      : { name: "Use lowercase letters, digits, dots, hyphens or underscores." }),
    ...(/^https?:\/\/./.test(baseUrl.trim())
      ? {}
      : { baseUrl: "Enter an address that starts with https:// or http://." }),
  };
}

export function settingsOf({ name, baseUrl, apiKey, models, allowPrivate }: UpstreamDraft): UpstreamSettings {
  const names = models
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return {
    name,
    baseUrl: baseUrl.trim(),
    ...(apiKey === null ? {} : { apiKey }),
    models: [...new Set(names)],
    allowPrivate,
  };
}
