import { createChatCompletion } from "#lib/chat/create-chat-completion.ts";
import * as contract from "#lib/contract/chat.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.createChatCompletion, createChatCompletion),
);
