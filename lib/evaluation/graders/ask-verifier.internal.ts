import type { Http } from "#lib/contract/evaluation/grader.ts";
import { isDict } from "#lib/contract/fields.ts";
import { Unscored } from "./grade-result.ts";
import type { Variables } from "./render-template.ts";
import type { GraderServices } from "./services.ts";

/** The reward that the address answers: `{reward, mask_sample?, failure_kind?, failure_reason?}`. */
export async function askVerifier(grader: Http, { item, sample }: Variables, services: GraderServices) {
  if (!services.verify) throw new Unscored("not_available", "No address can be asked here");
  const { url, timeoutSeconds } = grader;
  const answer = await services.verify({ url, timeoutSeconds, body: { item, sample } });
  if (!isDict(answer)) throw new Unscored("verifier_failed", `${url} did not answer with an object`);
  if (answer.mask_sample === true)
    throw new Unscored("verifier_masked", reasonIn(answer) ?? `${url} left the sample out without a reason`);
  if (typeof answer.reward !== "number" || !Number.isFinite(answer.reward))
    throw new Unscored(
      "verifier_failed",
      reasonIn(answer) ?? `${url} did not answer with a number as reward`,
    );
  return answer.reward;
}

function reasonIn({ failure_reason: reason, failure_kind: kind }: Record<string, unknown>): string | null {
  const said = [kind, reason].filter((part) => typeof part === "string" && part !== "");
  return said.length > 0 ? said.join(": ").slice(0, 500) : null;
}
