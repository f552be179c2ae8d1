import OpenAI from "openai";
import { call } from "#lib/client/call.ts";
import type { AnyEndpoint, InputOf, ReplyOf } from "#lib/contract/endpoint.ts";

/** A running service, as one of its callers sees it. */
export type Service = {
  /** The client that most programs have. */
  readonly openAi: OpenAI;
  call<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, file?: File): Promise<ReplyOf<E>>;
};

/** `url` is the service's origin. */
export function openService({ url, key }: { url: string; key: string }): Service {
  const headers = { authorization: `Bearer ${key}` };
  return {
    openAi: new OpenAI({ baseURL: `${url}/api/v1`, apiKey: key, maxRetries: 0 }),
    call: (endpoint, input, file) =>
      call(endpoint, input, { baseUrl: url, headers, ...(file ? { file } : {}) }),
  };
}
