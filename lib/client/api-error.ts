/** One fault of a 422. */
export type FieldProblem = { type: string; loc: (string | number)[]; msg: string };

/** An answer of the service other than 200. `problems` is filled for a 422 and says which field is wrong; `code` names some conflicts. */
export class ApiError extends Error {
  readonly status: number;
  readonly problems: FieldProblem[];
  readonly code: string | null;
  readonly requestId: string | null;

  constructor(message: string, facts: ErrorFacts) {
    super(message);
    this.name = "ApiError";
    this.status = facts.status;
    this.problems = facts.problems;
    this.code = facts.code ?? null;
    this.requestId = facts.requestId;
  }

  static async of(response: Response): Promise<ApiError> {
    const body: unknown = await response.json().catch(() => null);
    const { detail = null, code = null } = isObject(body) ? body : {};
    // The service writes problems in no other form.
    const problems = Array.isArray(detail) ? (detail as FieldProblem[]) : [];
    const message = typeof detail === "string" ? detail : problems.map(describe).join("; ");
    return new ApiError(message || `The service answered ${response.status}`, {
      status: response.status,
      problems,
      code: typeof code === "string" ? code : null,
      requestId: response.headers.get("x-request-id"),
    });
  }
}

type ErrorFacts = {
  status: number;
  problems: FieldProblem[];
  code?: string | null;
  requestId: string | null;
};

function isObject(value: unknown): value is { detail?: unknown; code?: unknown } {
  return typeof value === "object" && value !== null;
}

function describe({ loc, msg }: FieldProblem): string {
  return `${loc.slice(1).join(".") || "request"}: ${msg}`;
}
