import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import type { TokenLookup } from "./token-lookup.ts";

export type RenderOptions = {
  readonly format: ChatFormat;
  readonly lookup: TokenLookup;
  /** Also trains replies that came without log-probabilities, as if the present policy had sampled them. */
  readonly trainsWithoutLogprobs: boolean;
};
