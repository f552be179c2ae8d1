import { ask, type Exercise } from "../exercise.ts";
import type { Random } from "../random.ts";
import { anyThing, capitalised } from "./texts.ts";
import { CITIES, OBJECTS } from "./things.ts";

/** What a text is about, is meant for or feels like: one of the labels that the question names. */
export function classify(random: Random): Exercise {
  const draw = random.uniform();
  if (draw < 0.5) return sentiment(random);
  return draw < 0.8 ? labelled(random, INTENTS) : labelled(random, TOPICS);
}

const PRAISE = [
  "I love this *.",
  "The * is great.",
  "The * works very well.",
  "What a wonderful *!",
  "I am so happy with the *.",
  "The best * I ever had.",
  "The * was excellent, thank you!",
  "Really good *, I will come again.",
  "The * made my day.",
  "Fantastic * and kind people.",
  "I enjoyed the * very much.",
  "A perfect *, well done.",
];
const BLAME = [
  "I hate this *.",
  "The * is terrible.",
  "The * does not work.",
  "What an awful *!",
  "I am so angry about the *.",
  "The worst * I ever had.",
  "The * was broken and nobody helped.",
  "Really bad *, never again.",
  "The * ruined my day.",
  "Horrible * and rude people.",
  "I want my money back, the * is useless.",
  "A poor *, I am disappointed.",
];
const PLAIN = [
  "The * is on the table.",
  "I have a *.",
  "The * came on Monday.",
  "There is a * in the box.",
  "The * is made in *.",
  "She asked about the *.",
  "The * costs ten euros.",
  "We sell a * and a lamp.",
];

function sentiment(random: Random): Exercise {
  const hasNeutral = random.chance(0.35);
  const labels: [string, readonly string[]][] = [
    ["positive", PRAISE],
    ["negative", BLAME],
    ...(hasNeutral ? ([["neutral", PLAIN]] satisfies [string, readonly string[]][]) : []),
  ];
  const [label, forms] = random.pick(labels);
  const thing = random.pick([
    random.pick(OBJECTS),
    anyThing(random),
    "food",
    "hotel",
    "service",
    "film",
    "trip",
    "phone",
  ]);
  const text = random.pick(forms).replace("*", thing).replace("*", random.pick(CITIES));
  const question = random.pick([
    `Is this positive or negative${hasNeutral ? " or neutral" : ""}: ${text}`,
    `Sentiment: ${text}`,
    `What is the sentiment of: ${text}`,
    `Classify the sentiment: ${text}`,
    `${text} Is that ${hasNeutral ? "positive, negative or neutral" : "positive or negative"}?`,
    `Answer with positive${hasNeutral ? ", negative or neutral" : " or negative"}. ${text}`,
    `Label the text as ${hasNeutral ? "positive, negative or neutral" : "positive or negative"}.\nText: ${text}`,
    `What is the mood of this text? ${text}`,
  ]);
  return ask(question, label, `classify: ${text}`);
}

const INTENTS: Readonly<Record<string, readonly string[]>> = {
  refund: [
    "I want my money back.",
    "Please refund my order.",
    "Can I return the * and be paid back?",
    "I was charged twice for the *.",
  ],
  delivery: [
    "My parcel has not arrived.",
    "Where is my *?",
    "When will the * be delivered?",
    "The * should have come yesterday.",
  ],
  account: [
    "I forgot my password.",
    "I cannot sign in.",
    "Please change my e-mail address.",
    "How do I delete my account?",
  ],
  repair: [
    "My * is broken.",
    "The * does not start.",
    "Can you repair my *?",
    "The * stopped working today.",
  ],
  booking: [
    "I want to book a table.",
    "Please reserve a room for two nights.",
    "Can I get a seat on the train?",
    "I need a ticket to *.",
  ],
  praise: ["Your team is great!", "Thank you, the * is perfect.", "I love your shop.", "Best service ever."],
  price: [
    "How much is the *?",
    "What does the * cost?",
    "Is there a discount on the *?",
    "Is the * cheaper on Monday?",
  ],
};
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  weather: [
    "It will rain tomorrow.",
    "The sun is hot today.",
    "Snow fell all night.",
    "A storm comes from the sea.",
  ],
  sport: [
    "The team won the match.",
    "She scored two goals.",
    "The runner was very fast.",
    "They lost the final.",
  ],
  food: [
    "The soup needs more salt.",
    "Bake the bread for one hour.",
    "I like rice with beans.",
    "The cake is sweet.",
  ],
  travel: [
    "We took the train to *.",
    "The flight to * was late.",
    "Our hotel in * was small.",
    "I packed my bag for *.",
  ],
  music: [
    "The band played a new song.",
    "She sings and plays the piano.",
    "The concert was loud.",
    "He bought a violin.",
  ],
  money: [
    "The bank raised its rates.",
    "I paid the bill.",
    "The price of bread went up.",
    "She saved ten euros.",
  ],
  health: [
    "The doctor gave me medicine.",
    "My head hurts.",
    "Sleep is good for you.",
    "The nurse took my blood.",
  ],
};

function labelled(random: Random, examples: Readonly<Record<string, readonly string[]>>): Exercise {
  const labels = random.sample(Object.keys(examples), random.integer(2, 4));
  const label = random.pick(labels);
  const filler = examples === TOPICS ? random.pick(CITIES) : random.pick(OBJECTS);
  const text = random.pick(examples[label] ?? []).replace("*", filler);
  const options = random.chance(0.6)
    ? `${labels.slice(0, -1).join(", ")} or ${labels.at(-1)}`
    : labels.join(", ");
  const word = examples === TOPICS ? "topic" : "intent";
  const question = random.pick([
    `Is this about ${options}: ${text}`,
    `Classify as ${options}: ${text}`,
    `${capitalised(word)} (${options}): ${text}`,
    `What is the ${word}: ${options}? ${text}`,
    `${text} What is the ${word}: ${options}?`,
    `Label this text as ${options}.\nText: ${text}`,
    `Choose the ${word} of "${text}" from: ${options}`,
  ]);
  return ask(question, label, `classify: ${options} ${text}`);
}
