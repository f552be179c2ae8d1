import { ApiError } from "#lib/client/api-error.ts";

/** What went wrong, in a sentence for the person at the screen, and what to do. */
export function explainError(error: unknown): string {
  if (!(error instanceof ApiError))
    return "The server cannot be reached. Check that it is running and that you are online, then try again.";
  if (error.status < 500) return sentence(error.message);
  const code = error.requestId
    ? ` If it happens again, give the operator of this server the code ${error.requestId}.`
    : "";
  return `Something went wrong on the server (${error.message}).${code}`;
}

/** What the service found wrong with one field of a form, or null. */
export function problemOf(error: unknown, field: string): string | null {
  if (!(error instanceof ApiError)) return null;
  const problem = error.problems.find(({ loc }) => loc.includes(field));
  return problem ? sentence(problem.msg) : null;
}

/** The error of a whole form: what none of the given fields shows already. */
export function formProblem(error: unknown, fields: readonly string[]): string | null {
  if (!error) return null;
  return fields.some((field) => problemOf(error, field) !== null) ? null : explainError(error);
}

/** The prefix of validation errors is for programs; people read what follows it, as a sentence. An address stays as it was typed. */
function sentence(text: string): string {
  const said = text.replace(
    /(^|: )Value error, (\S+)/g,
    (_, before: string, first: string) =>
      before + (first.includes("://") ? first : first.charAt(0).toUpperCase() + first.slice(1)),
  );
  return /[.!?…]$/.test(said) ? said : `${said}.`;
}
