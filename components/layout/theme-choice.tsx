"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import {
  parseTheme,
  rememberPreference,
  THEME_COOKIE,
  type Theme,
} from "#components/layout/state/preferences.ts";
import { MenuChoice } from "#components/ui/overlay/menu.tsx";

const OPTIONS = [
  { value: "system", label: "As the system", icon: <Monitor /> },
  { value: "light", label: "Light", icon: <Sun /> },
  { value: "dark", label: "Dark", icon: <Moon /> },
] as const;

/** The three choices, for a menu. */
export function ThemeChoice() {
  const theme = useTheme();
  return <MenuChoice label="Theme" value={theme} onValueChange={setTheme} options={OPTIONS} />;
}

/** The attribute on the root element is the truth; the cookie only carries it to the next page load. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  rememberPreference(THEME_COOKIE, theme);
}

/** Goes from what is shown now to its opposite. */
export function flipTheme(): void {
  const current = parseTheme(document.documentElement.dataset.theme);
  const isDark =
    current === "dark" || (current === "system" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  setTheme(isDark ? "light" : "dark");
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (onChange) => {
      const observer = new MutationObserver(onChange);
      observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
      return () => observer.disconnect();
    },
    () => parseTheme(document.documentElement.dataset.theme),
    () => "system",
  );
}
