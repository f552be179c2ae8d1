/** What the provider of tests takes of the package, which comes without types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  export type Context = { oidc: { client: { clientId: string }; session: { accountId: string } } };

  // biome-ignore lint/style/noDefaultExport: so the package exports it.
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } };
    readonly Grant: new (properties: {
      clientId: string;
      accountId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
