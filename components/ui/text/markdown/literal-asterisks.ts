type Code = number | null;
type State = (code: Code) => State | undefined;
type Effects = { enter(type: "data"): unknown; exit(type: "data"): unknown; consume(code: Code): void };
type Processor = { data(): object };

const ASTERISK = 42;
/** Letters of scripts without upper and lower case are left out: some write words without blanks between them. */
const OF_WORD = /[\p{Lu}\p{Ll}\p{N}]/u;
const DIGIT = /\p{N}/u;
/** What a factor of a sum may end with, and begin with, beside digits. */
const CLOSES = /[)\]}%]/;
const OPENS = /[([{$€£]/;

/**
 * A markdown plugin: asterisks inside a word or a sum are characters of it, as underscores are. Markdown makes an emphasis of two of them, and
 * people who check `35*30` would read 3530.
 */
export function literalAsterisks(this: Processor): void {
  const data: { micromarkExtensions?: unknown[] } = this.data();
  const construct = { name: "literalAsterisks", tokenize: tokenizeLiteral };
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { text: { [ASTERISK]: construct } }];
}

function tokenizeLiteral(this: { previous: Code }, effects: Effects, ok: State, nok: State): State {
  const before = charOf(this.previous);
  const end: State = (code) => {
    effects.exit("data");
    return ok(code);
  };
  const afterOne: State = (code) => {
    if (code === ASTERISK) {
      effects.consume(code);
      return afterTwo;
    }
    return isMultiplied(before, charOf(code)) ? end(code) : nok(code);
  };
  const afterTwo: State = (code) => (isPower(before, charOf(code)) ? end(code) : nok(code));
  return (code) => {
    effects.enter("data");
    effects.consume(code);
    return afterOne;
  };
}

function isMultiplied(before: string, after: string): boolean {
  if (OF_WORD.test(after)) return OF_WORD.test(before) || CLOSES.test(before);
  return OPENS.test(after) && (DIGIT.test(before) || CLOSES.test(before));
}

/** Two between letters may well end a bold part of a word. */
function isPower(before: string, after: string): boolean {
  return DIGIT.test(after) && (OF_WORD.test(before) || CLOSES.test(before));
}

/** Empty at the ends of the text and of lines. */
function charOf(code: Code): string {
  return code === null || code < 0 ? "" : String.fromCharCode(code);
}
