import type UPlot from "uplot";
import { lendReadableLanguage } from "./readable-language.ts";

/** Loads the drawing library. It asks for the browser's language as it is set up, and throws where that is none. */
export async function loadPlot(): Promise<typeof UPlot> {
  const takeBack = lendReadableLanguage(navigator);
  try {
    return (await import("uplot")).default;
  } finally {
    takeBack();
  }
}
