import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/serving/chat.ts";
import { createChatCompletion } from "#lib/serving/chat/create-chat-completion.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createChatCompletion, createChatCompletion),
);
