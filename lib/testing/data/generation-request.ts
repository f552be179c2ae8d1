import type { GenerationRequest } from "#lib/serving/generation/generation-request.ts";

/** Says hello and asks for nothing special: one choice of plain text at temperature 1, without filters, stops or bounds. */
export const HELLO: GenerationRequest = {
  messages: [{ role: "user", content: "Hello" }],
  tools: [],
  toolChoice: "auto",
  templateKwargs: {},
  promptEnd: "asks",
  output: { kind: "text" },
  choices: 1,
  maxTokens: null,
  minTokens: 0,
  temperature: 1,
  topP: 1,
  topK: 0,
  minP: 0,
  seed: 7,
  stopStrings: [],
  keepsStopString: false,
  stopTokenIds: [],
  ignoresEnd: false,
  keepsSpecialTokens: false,
  logitBias: [],
  topLogprobs: 0,
  penalties: null,
};

/** Tools, one with arguments and one without. */
export const WEATHER = {
  type: "function",
  function: {
    name: "weather",
    parameters: {
      type: "object",
      properties: { city: { enum: ["Rome", "Oslo"] }, days: { type: "integer" } },
      required: ["city"],
      additionalProperties: false,
    },
  },
};
export const CLOCK = { type: "function", function: { name: "clock" } };
