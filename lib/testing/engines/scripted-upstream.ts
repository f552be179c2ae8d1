import { newId } from "#lib/platform/ids.ts";
import type { Caller, Harness } from "#lib/testing/harness.ts";
import { COMPLETION, json, startUpstreamServer } from "#lib/testing/upstream-server.ts";

/** What a scripted model says to the last message of a prompt, and to the rest of the request; a number is the status of a refusal. */
type Script = (
  question: string,
  body: Readonly<Record<string, unknown>>,
) => string | number | Promise<string>;

/** Models of another server that answer by script. Call it once at the top of a file; gives their names with `named`. */
export function startScriptedUpstream(scripts: Record<string, Script>) {
  const server = startUpstreamServer(
    Object.fromEntries(
      Object.entries(scripts).map(([name, script]) => [
        name,
        async (response, request) => {
          const messages = request.body.messages as { content: string }[];
          const said = await script(messages.at(-1)?.content ?? "", request.body);
          if (typeof said === "number")
            return json({ error: { message: "refused" } }, said)(response, request);
          const choice = { index: 0, message: { role: "assistant", content: said }, finish_reason: "stop" };
          return json({ ...COMPLETION, choices: [choice] })(response, request);
        },
      ]),
    ),
  );
  return {
    seen: server.seen,
    /** Registers the server and gives its models' names. */
    async register(api: Harness, by: Caller): Promise<Record<string, string>> {
      const name = `scripted-${newId()}`;
      await api.db.prisma.upstream.create({
        data: {
          id: newId(),
          name,
          baseUrl: server.url(),
          models: [],
          allowPrivate: true,
          createdBy: by.userId,
        },
      });
      return Object.fromEntries(Object.keys(scripts).map((model) => [model, `${name}/${model}`]));
    },
  };
}
