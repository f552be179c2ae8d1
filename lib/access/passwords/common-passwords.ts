import leaked from "./leaked-passwords.table.json" with { type: "json" };

/** Stems of the most used passwords; with digits and signs around them they stay as easy to guess. */
const STEMS = new Set(
  `abc abcd access admin administrator adobe alexander amanda andrew angel anthony apple arsenal ashley asshole baby babygirl
  bailey banana barcelona baseball basketball batman blink blue bond buster butterfly changeit changeme charlie cheese chelsea
  chocolate computer cookie daniel default demo dragon dubsmash eminem family flower football forever freedom friends fuckyou
  george ginger god google guest hannah hello hottie hunter iloveyou internet jennifer jessica jesus jordan joshua justin
  killer letmein linkedin liverpool login london love lovely loveme lucky maggie manchester marina martin master matrix
  matthew melissa michael michelle monkey mother mustang mypassword naruto newpassword nicole nothing orange pass password
  passwort passwd patrick peanut pepper player please pokemon princess purple qazwsx qazwsxedc qwerty qwertyuiop qwertz
  qwertzuiop rainbow ranger robert root samsung sample samantha secret shadow silver slipknot snoopy soccer spiderman spindle
  starwars summer sunshine superman superstar sweety system taylor temp tennis test testtest thomas thunder tigger trustno
  user victoria welcome whatever william winter wordpass yankees zaqxsw zxcvbn zxcvbnm`.split(/\s+/),
);

/** Rows of keys and counting: a password that only walks along one of them is found first. */
const WALKS = [
  "01234567890123456789",
  "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
  "qwertyuiop[]asdfghjkl;'zxcvbnm,./",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "zaq12wsxcde34rfvbgt56yhnmju78ik,.lo90p;/",
  "!@#$%^&*()_+",
];

const LEAKED = new Set(leaked);

/**
 * Whether a password is among the first that anybody tries: a leaked one, or one made in the ways that nearly all of those are, a common
 * word with digits, a repetition or a walk along the keyboard.
 */
export function isCommonPassword(password: string, ownWords: readonly string[] = []): boolean {
  const lower = password.toLowerCase();
  const own = new Set(ownWords.map((word) => word.toLowerCase()).filter((word) => word !== ""));
  return (
    LEAKED.has(lower) ||
    isRepetition(lower) ||
    isWalk(lower) ||
    isDecoratedStem(lower, own) ||
    isOwn(lower, own)
  );
}

/** Known facts about a person with little added: `grace.hopper@example.com1` */
function isOwn(text: string, own: ReadonlySet<string>): boolean {
  const words = [...own].filter((word) => word.length >= MIN_WORD);
  return words.some((word) => {
    const around = text.split(word).join("");
    return around.length < text.length && around.replace(/[^\p{L}]+/gu, "").length < MIN_ADDED_LETTERS;
  });
}

/** Shorter words occur in passwords by chance. */
const MIN_WORD = 4;
/** Fewer letters of one's own are soon tried, and digits and signs make no secret. */
const MIN_ADDED_LETTERS = 4;

/** `aaaaaaaaaaaa`, `abcabcabcabc`, `passwordpassword` */
function isRepetition(text: string): boolean {
  const again = `${text}${text}`.indexOf(text, 1);
  return again < text.length;
}

function isWalk(text: string): boolean {
  if (text.length < 3) return false;
  const reversed = [...text].reverse().join("");
  return WALKS.some((walk) => walk.includes(text) || walk.includes(reversed));
}

/** A common word, or two, with nothing but digits and signs before, between and after: `Password1234!`, `admin_welcome_2024` */
function isDecoratedStem(text: string, own: ReadonlySet<string>): boolean {
  const plain = text
    .replaceAll("@", "a")
    .replaceAll("$", "s")
    .replace(/(?<=\p{L})[013](?=\p{L})/gu, (digit) => LEET[digit] ?? digit);
  const words = plain.split(/[^\p{L}]+/u).filter((word) => word !== "");
  if (words.length === 0) return false;
  return (
    words.length <= 2 &&
    words.every((word) => STEMS.has(word) || own.has(word) || isRepetition(word) || isWalk(word))
  );
}

const LEET: Record<string, string> = { "0": "o", "1": "i", "3": "e" };
