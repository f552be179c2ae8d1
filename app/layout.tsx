import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { AppProviders } from "#components/layout/app-providers.tsx";
import { HeldPresses } from "#components/layout/early/held-presses.tsx";
import { parseTheme, THEME_COOKIE } from "#components/layout/state/preferences.ts";
import { inter, interExtended, mono } from "./fonts.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Spindle", template: "%s · Spindle" },
  description: "The self-hosted workbench that turns LLM traces into better models",
  icons: { icon: "/icon.svg" },
  manifest: "/manifest.webmanifest",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
};

/** Reads cookies, so every page renders per request: the nonce of the content policy needs that. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html
      lang="en"
      data-theme={theme}
      className={`${inter.variable} ${interExtended.variable} ${mono.variable}`}
    >
      <body>
        <HeldPresses nonce={nonce} />
        <AppProviders drawnAt={Date.now()}>{children}</AppProviders>
      </body>
    </html>
  );
}
