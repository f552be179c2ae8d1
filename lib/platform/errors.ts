/** One class per meaning. `lib/edge/answer/error-response.ts` alone turns them into statuses and bodies. */
export abstract class SpindleError extends Error {
  /** The name of the class, which is the same in every bundle. Each class has its own. */
  static readonly meaning: string = "SpindleError";

  /**
   * Next bundles each route apart, so a process has each of these classes once a route, and an error can cross between them with whatever
   * routes share (`processWide`), such as the pool of connections. So what counts is the meaning.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore-start lint/complexity/noThisInStatic: the class that is asked about may be one below this.
    if (!Object.hasOwn(this, "meaning")) return Function.prototype[Symbol.hasInstance].call(this, value);
    return value instanceof Error && meaningsOf(value).includes(this.meaning);
    // biome-ignore-end lint/complexity/noThisInStatic: the class that is asked about may be one below this.
  }

  override get name(): string {
    return meaningsOf(this)[0] ?? this.constructor.name;
  }
}

/** Of its class and those above, the nearest first. */
function meaningsOf(error: Error): string[] {
  const meanings: string[] = [];
  for (let kind = error.constructor; typeof kind === "function"; kind = Object.getPrototypeOf(kind))
    if (Object.hasOwn(kind, "meaning")) meanings.push(String(Reflect.get(kind, "meaning")));
  return meanings;
}

/** The request cannot be read at all: bad encoding, too deep. */
export class Unreadable extends SpindleError {
  static override readonly meaning: string = "Unreadable";
}
/** Well formed, but against a rule that the contract's types cannot say. `code` names the rule for programs, `param` the field. */
export class Rejected extends SpindleError {
  static override readonly meaning: string = "Rejected";
  readonly code: string | null;
  readonly param: string | null;
  constructor(message: string, names: { code?: string; param?: string } = {}) {
    super(message);
    this.code = names.code ?? null;
    this.param = names.param ?? null;
  }
}
/** No credential, or one that proves nothing. Every cause looks the same from outside; only what the endpoint takes at all may be said. */
export class Unauthenticated extends SpindleError {
  static override readonly meaning: string = "Unauthenticated";
  constructor(takes?: string) {
    super(takes === undefined ? "Not authenticated" : `Not authenticated; ${takes}`);
  }
}
/** Known, but not allowed. */
export class Forbidden extends SpindleError {
  static override readonly meaning: string = "Forbidden";
}
/** Missing, or another tenant's: the words are the same. */
export class NotFound extends SpindleError {
  static override readonly meaning: string = "NotFound";
}
/** The state does not allow it. `retryable` says whether the same request may succeed later; `code` names the case for programs. */
export class Conflict extends SpindleError {
  static override readonly meaning: string = "Conflict";
  readonly retryable: boolean;
  readonly code: string | null;
  constructor(message: string, options: { retryable?: boolean; code?: string } = {}) {
    super(message);
    this.retryable = options.retryable ?? false;
    this.code = options.code ?? null;
  }
}
export class TooLarge extends SpindleError {
  static override readonly meaning: string = "TooLarge";
}
export class UnsupportedMediaType extends SpindleError {
  static override readonly meaning: string = "UnsupportedMediaType";
}
export class RateLimited extends SpindleError {
  static override readonly meaning: string = "RateLimited";
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
/** A dependency of the service (database, disk) does not answer at the moment. */
export class Unavailable extends SpindleError {
  static override readonly meaning: string = "Unavailable";
}

/** Stored data is damaged, so retrying does not help. The message may be shown. */
export class Damaged extends SpindleError {
  static override readonly meaning: string = "Damaged";
}
/** Another server that this one asked answered badly. `retryable` says whether asking again may help; the cause is for its admins. */
export class UpstreamFailed extends SpindleError {
  static override readonly meaning: string = "UpstreamFailed";
  readonly retryable: boolean;
  constructor(message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable ?? false;
  }
}
/** Another server that this one asked did not answer in time. */
export class UpstreamLate extends SpindleError {
  static override readonly meaning: string = "UpstreamLate";
}

/** The request does not fit the contract. Made by `lib/edge` from zod's issues, and by verbs for rules across fields. */
export class InvalidRequest extends SpindleError {
  static override readonly meaning: string = "InvalidRequest";
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => `${problem.loc.join(".")}: ${problem.msg}`).join("; "));
    this.problems = problems;
  }
}

export type Problem = { type: string; loc: (string | number)[]; msg: string };
