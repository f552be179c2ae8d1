import { isDict } from "#lib/contract/fields.ts";
import { MAX_STOPS } from "#lib/contract/serving/chat-request.ts";
import { readSchema, readTools } from "./json-drafts.ts";

export const REPLY_FORMS = ["text", "json_object", "json_schema"] as const;
export const TOOL_CHOICES = ["auto", "required", "none"] as const;
type ReplyForm = (typeof REPLY_FORMS)[number];
type ToolChoice = (typeof TOOL_CHOICES)[number];

/** How replies are sampled, as it was typed, and how they are shown. */
export type ChatSettings = {
  system: string;
  temperature: string;
  topP: string;
  maxTokens: string;
  seed: string;
  /** Stop texts, one per line, in which `\\n` means a line break. */
  stop: string;
  replyForm: ReplyForm;
  /** What a reply of the form `json_schema` fits. */
  schema: string;
  /** A list of tools as requests have it, in JSON. */
  tools: string;
  toolChoice: ToolChoice;
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
  stop: "",
  replyForm: "text",
  schema: "",
  tools: "",
  toolChoice: "auto",
  showsHeat: false,
  isBlind: false,
};

type Faults = Partial<
  Record<"temperature" | "topP" | "maxTokens" | "seed" | "stop" | "schema" | "tools", string>
>;

/** The faults of the settings, by field; empty if there are none. */
export function settingsFaults(settings: ChatSettings): Faults {
  const { temperature, topP, maxTokens, seed } = settings;
  const tools = readTools(settings.tools).fault;
  const schema = settings.replyForm === "json_schema" ? readSchema(settings.schema).fault : undefined;
  const heat = Number(temperature);
  const mass = Number(topP);
  const most = Number(maxTokens);
  return {
    ...(temperature !== "" && heat >= 0 && heat <= 2 ? {} : { temperature: "Enter a number from 0 to 2." }),
    ...(topP !== "" && mass > 0 && mass <= 1 ? {} : { topP: "Enter a number above 0, at most 1." }),
    ...(Number.isInteger(most) && most >= 1 ? {} : { maxTokens: "Enter a whole number of at least 1." }),
    ...(seed === "" || Number.isSafeInteger(Number(seed))
      ? {}
      : { seed: "Enter a whole number, or leave it empty." }),
    ...(stopTexts(settings.stop).length <= MAX_STOPS
      ? {}
      : { stop: `Enter at most ${MAX_STOPS} sequences.` }),
    ...(schema === undefined ? {} : { schema }),
    ...(tools === undefined ? {} : { tools }),
  };
}

/** The texts at which a reply ends. */
export function stopTexts(stop: string): string[] {
  return stop
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replaceAll("\\n", "\n"));
}

const STORAGE_KEY = "spindle-playground";

/** The settings stored in this browser, with defaults for unreadable ones. */
export function keptSettings(storage: Pick<Storage, "getItem">): ChatSettings {
  try {
    const kept: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? "{}");
    return isDict(kept) ? withKept(kept) : USUAL_SETTINGS;
  } catch {
    return USUAL_SETTINGS;
  }
}

type TextSetting = "system" | "temperature" | "topP" | "maxTokens" | "seed" | "stop" | "schema" | "tools";

function withKept(kept: Readonly<Record<string, unknown>>): ChatSettings {
  const text = (name: TextSetting) => {
    const value = kept[name];
    return typeof value === "string" ? value : USUAL_SETTINGS[name];
  };
  return {
    system: text("system"),
    temperature: text("temperature"),
    topP: text("topP"),
    maxTokens: text("maxTokens"),
    seed: text("seed"),
    stop: text("stop"),
    replyForm: REPLY_FORMS.find((form) => form === kept.replyForm) ?? USUAL_SETTINGS.replyForm,
    schema: text("schema"),
    tools: text("tools"),
    toolChoice: TOOL_CHOICES.find((choice) => choice === kept.toolChoice) ?? USUAL_SETTINGS.toolChoice,
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
