import type { AnyEndpoint } from "#lib/contract/endpoint.ts";

/** Called with each answer; the tests use it to know which statuses of the contract they have seen. */
let listener: ((operationId: string, status: number) => void) | undefined;

export function onAnswer(listen: (operationId: string, status: number) => void): void {
  listener = listen;
}

export function noteAnswer(endpoint: AnyEndpoint, response: Response): Response {
  listener?.(endpoint.operationId, response.status);
  return response;
}
