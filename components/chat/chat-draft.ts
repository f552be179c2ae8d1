/** How replies are sampled, as it was typed. */
export type ChatSettings = { system: string; temperature: string; maxTokens: string; seed: string };

export const USUAL_SETTINGS: ChatSettings = { system: "", temperature: "0.7", maxTokens: "256", seed: "" };

type Faults = { temperature?: string; maxTokens?: string; seed?: string };

/** What keeps settings from being used, by field; empty where nothing does. */
export function settingsFaults({ temperature, maxTokens, seed }: ChatSettings): Faults {
  const heat = Number(temperature);
  const most = Number(maxTokens);
  return {
    ...(temperature !== "" && heat >= 0 && heat <= 2 ? {} : { temperature: "Give a number from 0 to 2." }),
    ...(Number.isInteger(most) && most >= 1 ? {} : { maxTokens: "Give a whole number of at least 1." }),
    ...(seed === "" || Number.isSafeInteger(Number(seed))
      ? {}
      : { seed: "Give a whole number, or nothing." }),
  };
}

/** The settings without faults as a request has them. */
export function samplingOf({ temperature, maxTokens, seed }: ChatSettings) {
  return {
    temperature: Number(temperature),
    maxTokens: Number(maxTokens),
    ...(seed === "" ? {} : { seed: Number(seed) }),
  };
}
