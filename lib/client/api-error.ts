/** One fault of a 422. */
export type FieldProblem = { type: string; loc: (string | number)[]; msg: string };

/** An answer of the service other than 200. `problems` is filled for a 422 and says which field is wrong. */
export class ApiError extends Error {
  readonly status: number;
  readonly problems: FieldProblem[];
  readonly requestId: string | null;

  constructor(
    message: string,
    facts: { status: number; problems: FieldProblem[]; requestId: string | null },
  ) {
    super(message);
    this.name = "ApiError";
    this.status = facts.status;
    this.problems = facts.problems;
    this.requestId = facts.requestId;
  }

  static async of(response: Response): Promise<ApiError> {
    const body: unknown = await response.json().catch(() => null);
    const detail = typeof body === "object" && body !== null && "detail" in body ? body.detail : null;
    // The service writes problems in no other form.
    const problems = Array.isArray(detail) ? (detail as FieldProblem[]) : [];
    const message = typeof detail === "string" ? detail : problems.map(describe).join("; ");
    return new ApiError(message || `The service answered ${response.status}`, {
      status: response.status,
      problems,
      requestId: response.headers.get("x-request-id"),
    });
  }
}

function describe({ loc, msg }: FieldProblem): string {
  return `${loc.slice(1).join(".") || "request"}: ${msg}`;
}
