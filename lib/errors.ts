/** One class per meaning. `lib/http/error-response.ts` alone turns them into statuses and bodies. */
export abstract class SpindleError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** The request cannot be read at all: bad encoding, too deep. */
export class Unreadable extends SpindleError {}
/** Well formed, but against a rule that the contract's types cannot say. `code` names the rule for programs, `param` the field. */
export class Rejected extends SpindleError {
  readonly code: string | null;
  readonly param: string | null;
  constructor(message: string, names: { code?: string; param?: string } = {}) {
    super(message);
    this.code = names.code ?? null;
    this.param = names.param ?? null;
  }
}
/** No credential, or one that proves nothing. Carries no reason: every cause looks the same from outside. */
export class Unauthenticated extends SpindleError {
  constructor() {
    super("Not authenticated");
  }
}
/** Known, but not allowed. */
export class Forbidden extends SpindleError {}
/** Missing, or another tenant's: the words are the same. */
export class NotFound extends SpindleError {}
/** The state does not allow it. `retryable` says whether the same request may succeed later; `code` names the case for programs. */
export class Conflict extends SpindleError {
  readonly retryable: boolean;
  readonly code: string | null;
  constructor(message: string, options: { retryable?: boolean; code?: string } = {}) {
    super(message);
    this.retryable = options.retryable ?? false;
    this.code = options.code ?? null;
  }
}
export class TooLarge extends SpindleError {}
export class UnsupportedMediaType extends SpindleError {}
export class RateLimited extends SpindleError {
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
/** Something that the service stands on (database, disk) does not answer now. */
export class Unavailable extends SpindleError {}

/** Something of ours is damaged, and asking again does not help; the message may be told. */
export class Damaged extends SpindleError {}
/** Another server that this one asked answered badly. `retryable` says whether asking again may help; the cause is for its admins. */
export class UpstreamFailed extends SpindleError {
  readonly retryable: boolean;
  constructor(message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable ?? false;
  }
}
/** Another server that this one asked did not answer in time. */
export class UpstreamLate extends SpindleError {}

/** The request does not fit the contract. Made by `lib/http` from zod's issues, and by verbs for rules across fields. */
export class InvalidRequest extends SpindleError {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => `${problem.loc.join(".")}: ${problem.msg}`).join("; "));
    this.problems = problems;
  }
}

export type Problem = { type: string; loc: (string | number)[]; msg: string };
