import { isDict } from "#lib/contract/fields.ts";

/** How replies are sampled, as it was typed, and how they are shown. */
export type ChatSettings = {
  system: string;
  temperature: string;
  topP: string;
  maxTokens: string;
  seed: string;
  /** Shows how likely each token was, and asks what else was likely. */
  showsHeat: boolean;
  /** Hides which model said what until somebody has voted. */
  isBlind: boolean;
};

export const USUAL_SETTINGS: ChatSettings = {
  system: "",
  temperature: "0.7",
  topP: "1",
  maxTokens: "256",
  seed: "",
  showsHeat: false,
  isBlind: false,
};

type Faults = { temperature?: string; topP?: string; maxTokens?: string; seed?: string };

/** What keeps settings from being used, by field; empty where nothing does. */
export function settingsFaults({ temperature, topP, maxTokens, seed }: ChatSettings): Faults {
  const heat = Number(temperature);
  const mass = Number(topP);
  const most = Number(maxTokens);
  return {
    ...(temperature !== "" && heat >= 0 && heat <= 2 ? {} : { temperature: "Give a number from 0 to 2." }),
    ...(topP !== "" && mass > 0 && mass <= 1 ? {} : { topP: "Give a number above 0, at most 1." }),
    ...(Number.isInteger(most) && most >= 1 ? {} : { maxTokens: "Give a whole number of at least 1." }),
    ...(seed === "" || Number.isSafeInteger(Number(seed))
      ? {}
      : { seed: "Give a whole number, or nothing." }),
  };
}

/** Alternatives of each token that are asked for. */
const ALTERNATIVES = 5;

/** The settings without faults as a request has them; the seed is chosen by who asks. */
export function samplingOf({ temperature, topP, maxTokens, showsHeat }: ChatSettings) {
  return {
    temperature: Number(temperature),
    topP: Number(topP),
    maxTokens: Number(maxTokens),
    ...(showsHeat ? { logprobs: true, topLogprobs: ALTERNATIVES } : {}),
  };
}

const STORAGE_KEY = "spindle-playground";

/** The settings as this browser kept them; what it kept and cannot be read is the usual. */
export function keptSettings(storage: Pick<Storage, "getItem">): ChatSettings {
  try {
    const kept: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? "{}");
    return isDict(kept) ? withKept(kept) : USUAL_SETTINGS;
  } catch {
    return USUAL_SETTINGS;
  }
}

function withKept(kept: Readonly<Record<string, unknown>>): ChatSettings {
  const text = (name: "system" | "temperature" | "topP" | "maxTokens" | "seed") => {
    const value = kept[name];
    return typeof value === "string" ? value : USUAL_SETTINGS[name];
  };
  return {
    system: text("system"),
    temperature: text("temperature"),
    topP: text("topP"),
    maxTokens: text("maxTokens"),
    seed: text("seed"),
    showsHeat: kept.showsHeat === true,
    isBlind: kept.isBlind === true,
  };
}

/** Keeps them in this browser; one that keeps nothing loses nothing but that. */
export function keepSettings(storage: Pick<Storage, "setItem">, settings: ChatSettings): void {
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    // Full, or forbidden.
  }
}
