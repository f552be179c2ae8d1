/** Preferences that the first paint depends on live in cookies, so that the server can render them without a flash. */
export const THEME_COOKIE = "spindle-theme";
export const SIDEBAR_COOKIE = "spindle-sidebar";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export function parseTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? "system";
}

const ONE_YEAR_SECONDS = 31_536_000;

/** Remembers a preference in this browser for a year. */
export function rememberPreference(cookie: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http.
  document.cookie = `${cookie}=${value}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax`;
}
