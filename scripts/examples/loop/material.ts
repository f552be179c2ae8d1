import { seededRandom } from "#lib/platform/seeded-random.ts";

/** What somebody asks a town's help line for, and the service that it is about. */
export type Request = { readonly text: string; readonly service: string };

/**
 * Sentences by service, of our own making. Services share verbs and things (book, table, ticket, card), so that no single word gives a
 * service away; `#` is a number, `@` a day, `~` a place.
 */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  banks: [
    "I want to move # pounds to my savings",
    "my card was swallowed by the machine at ~",
    "how much is left in my account",
    "somebody took # pounds that I never spent",
    "can you raise the limit of my card @",
    "I need a statement of the last # months",
    "please pay my rent of # pounds @",
    "what do you charge for a transfer abroad",
  ],
  buses: [
    "when does the next one leave from ~",
    "does line # stop at ~",
    "is there a late service @ to ~",
    "how much is a day ticket for the whole town",
    "I left my bag on the number #",
    "which stop is nearest to ~",
    "the number # never came this morning",
    "do I have to change lines to get to ~",
  ],
  doctors: [
    "I have had a cough for # days",
    "can I see somebody about my back @",
    "my prescription runs out @",
    "is the practice at ~ open @",
    "I need a flu jab before I travel",
    "the results of my blood test should be there",
    "my daughter has a fever of # degrees",
    "please move my appointment to @",
  ],
  flats: [
    "I am looking for # rooms near ~",
    "how much is the rent at ~",
    "can I view the one on the top floor @",
    "does it come with a kitchen and a parking space",
    "is a dog allowed in the building at ~",
    "when could we move in",
    "I want to end my lease after # months",
    "are heating and water part of the price",
  ],
  hotels: [
    "I need a double room for # nights",
    "is breakfast part of the price",
    "can we check in late @",
    "do you have a bed free near ~ @",
    "cancel my stay from @ on please",
    "is there a pool or a sauna in the house",
    "we are # guests with a small child",
    "the key to room # does not work",
  ],
  libraries: [
    "how long may I keep the novel",
    "I owe a fine for # days",
    "can you put the book aside for me until @",
    "is there a quiet place to read at ~",
    "my reader's card has expired",
    "do you have the second volume as well",
    "may I borrow # films at once",
    "is story hour for children @",
  ],
  movies: [
    "what is showing tonight at ~",
    "# tickets for the late show please",
    "is the new one in its original language",
    "how long does it run without the trailers",
    "do you have seats in the back row @",
    "is it fit for a child of # years",
    "who plays the detective in it",
    "can I still change my seats for @",
  ],
  repairs: [
    "the tap in the kitchen drips",
    "my heating has been cold for # days",
    "can somebody look at the washing machine @",
    "the lift at ~ is stuck again",
    "a window of the top floor will not close",
    "what does it cost to mend a cracked screen",
    "the light in the hall flickers",
    "there is water under the sink since @",
  ],
  restaurants: [
    "a table for # @ please",
    "do you have something without meat",
    "can we sit outside at ~",
    "is the kitchen still open after #",
    "I would like to change our table to @",
    "do you deliver to ~",
    "one of us must not eat nuts",
    "what is the soup of the day",
  ],
  weather: [
    "do I need an umbrella @",
    "how warm will it get near ~",
    "will there be snow before @",
    "how strong is the wind on the coast",
    "is a storm coming to ~",
    "when does the sun set @",
    "will it stay dry for the next # days",
    "is there ice on the roads this morning",
  ],
};
export const SERVICES = Object.keys(SENTENCES);

const OPENERS = ["", "", "hello,", "good morning,", "excuse me,", "my mother asks:"];
const CLOSERS = ["", "", "", "thank you", "it is urgent", "before the weekend"];
const DAYS = ["today", "tomorrow", "on Monday", "on Friday", "this evening", "next week"];
const PLACES = ["the station", "the market", "Mill Lane", "the harbour", "King Street", "the old bridge"];

/** `count` different requests, services in turn, the same ones for the same seed. None of them is in `taken`, to which they are added. */
export function drawRequests(count: number, seed: number, taken: Set<string>): Request[] {
  const random = seededRandom(seed);
  const one = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const drawn: Request[] = [];
  while (drawn.length < count) {
    const service = SERVICES[drawn.length % SERVICES.length] ?? "";
    const sentence = one(SENTENCES[service] ?? [])
      .replace("#", () => String(2 + Math.floor(random() * 28)))
      .replace("@", () => one(DAYS))
      .replace("~", () => one(PLACES));
    const text = [one(OPENERS), sentence, one(CLOSERS)].filter(Boolean).join(" ");
    if (taken.has(text)) continue;
    taken.add(text);
    drawn.push({ text, service });
  }
  return shuffled(drawn, random);
}

export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/** What an annotator says who is wrong in this share of the cases, and then names another service by chance. */
export function saidBy(errorRate: number, service: string, random: () => number): string {
  if (random() >= errorRate) return service;
  const others = SERVICES.filter((one) => one !== service);
  return others[Math.floor(random() * others.length)] ?? service;
}
