/** Things by what they are; each word stands in one list alone, so that "what is a …" has one answer. */
export const THINGS = {
  fruit: list(
    "apple banana cherry grape lemon lime mango melon orange peach pear plum berry fig kiwi apricot",
  ),
  vegetable: list(
    "carrot onion potato tomato bean pea cabbage pepper garlic leek lettuce radish spinach pumpkin",
  ),
  animal: list(
    "dog cat horse cow sheep goat pig mouse rabbit fox bear wolf lion tiger deer otter monkey elephant camel donkey squirrel frog snake turtle",
  ),
  bird: list("owl hawk swan duck robin sparrow eagle crow gull heron raven goose pigeon stork"),
  fish: list("salmon trout herring carp eel shark tuna cod pike perch"),
  tool: list("hammer saw drill ladder shovel wrench brush knife rope axe needle rake"),
  vehicle: list("car bus train tram boat ship bike truck plane van ferry taxi"),
  instrument: list("piano guitar violin flute drum trumpet harp cello horn organ"),
  drink: list("water tea coffee milk juice cocoa lemonade cider soda"),
  garment: list("shirt coat hat scarf sock glove jacket dress skirt boot belt sweater"),
  sport: list("football tennis hockey rowing boxing golf chess cricket skiing sailing swimming"),
  room: list("kitchen bedroom office cellar attic hall bathroom library garage"),
  flower: list("rose tulip daisy lily violet poppy iris orchid"),
  tree: list("oak pine birch maple willow cedar elm beech"),
} as const;

export const COLOURS = list("red green blue yellow black white brown pink purple grey silver golden");
export const ADJECTIVES = list(
  "big small old new young quick slow warm cold bright dark quiet loud soft hard clean dirty heavy light sweet bitter fresh dry wet long short tall round flat sharp smooth rough empty full rich poor brave calm kind proud shy wise happy sad tired busy lucky gentle strange simple clever early late open closed wide narrow deep safe plain strong weak",
);
export const OBJECTS = list(
  "table chair lamp book letter bottle window door clock key phone mirror basket pillow blanket candle bell box bag cup plate spoon ring coin map card stone river bridge tower garden street market school forest island mountain valley beach road house farm castle village field lake hill cloud star moon sun rain snow wind storm fire sand leaf seed root branch nest shell feather wheel engine paper pencil picture song story dream game gift ticket paint glass wood iron salt sugar bread cheese butter honey soup cake rice egg",
);
export const PEOPLE = list(
  "teacher doctor farmer baker driver painter writer singer nurse pilot sailor gardener cook lawyer waiter dancer judge king queen child girl boy woman man friend neighbour guest uncle sister brother student captain",
);
export const VERBS = list(
  "run walk jump swim climb sing dance read write draw paint cook bake eat drink sleep wait listen speak laugh smile cry think learn teach build break open close push pull carry throw catch find lose buy sell send bring take give keep hold cut wash clean fix move turn start stop win help follow watch visit call ask answer",
);
export const ADVERBS = list(
  "today tomorrow slowly quickly often never always soon again together alone outside inside early late well gladly quietly twice once here there everywhere carefully",
);
export const NAMES = list(
  "Anna Ben Clara David Emma Felix Grace Henry Ida Jack Kate Leo Maria Noah Olga Paul Rosa Sam Tina Victor Alice Bruno Carla Daniel Eva Frank Greta Hugo Irene Jonas Lena Max Nina Oscar Petra Robin Sara Tom Vera Will Zoe Amir Bella Chen Diego Elif Farah Goran Hana Ivan Jana Kofi Luca Mina Nora Omar Priya Ravi Sofia Tariq Yuki",
);
export const CITIES = list(
  "Oslo Paris Rome Berlin Madrid Lisbon Vienna Prague Dublin London Athens Cairo Lima Tokyo Delhi Boston Denver Toronto Sydney Helsinki Warsaw Zurich Geneva Milan Naples Porto Seville Bergen Lyon Hamburg Munich Krakow Riga Tallinn Vilnius Sofia Belgrade Zagreb Ankara Tunis Nairobi Accra Lagos Quito Bogota Havana Chicago Dallas Seattle Portland Austin Kyoto Osaka Seoul Hanoi Manila Perth Auckland",
).filter((city) => !NAMES.includes(city));
export const JOBS = list(
  "teacher nurse doctor farmer baker driver painter writer singer pilot sailor gardener cook lawyer waiter dancer judge plumber engineer chemist tailor dentist clerk mechanic",
);
export const DAYS = list("Monday Tuesday Wednesday Thursday Friday Saturday Sunday");
export const MONTHS = list(
  "January February March April May June July August September October November December",
);
export const NUMBER_WORDS = list(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
);

/** Further words that people write, of all kinds. */
const COMMON_WORDS = list(
  "about above across act action add after age ago agree air allow almost along already also although among amount animal another any anyone appear area arm around arrive art ask aunt autumn away baby back ball bank base bath become bed before begin behind believe below best better between beyond birth bit blow board body bone both bottom box brain branch breath brown burn business call camera capital card care case catch cause centre century certain chance change chapter check choice circle city class clear close coast cold colour common company complete consider control copy corner correct cost could count country couple course court cover create cross crowd cup current customer daily danger date deal decide deep degree desk detail develop difference different dinner direction discover distance divide doubt down drop during each earth east easy edge effect either else end energy enjoy enough enter equal even evening event ever every exact example except excite expect experience explain eye face fact fair fall family far fast father fear feel few figure fill final fine finger finish first fit flight floor flow fly foot foreign form forward found fox free front full future general get glad go goal gold good govern great ground group grow guess half hand hang happen hat hate have head health hear heart heat height hello her hide high him his history hit hole holiday home hope hour how huge human hundred hunt hurry ice idea if imagine important inch include increase indeed industry into iron its jam job join joy just kick kilo kitchen knee knock know lady language large last later law lay lazy lead learn least leave leg less lesson let level lie life lift like line lip list local lot love low machine main make many mark marry mass matter may mean measure meat medicine meet member memory mention metal method middle might mile million mind minute miss mistake model modern moment money month more most mother motor mouth much music must name nation nature near necessary neck need neither net news next night noise none north nose note nothing notice now number object ocean offer office oil old only opinion order other our out own page pain pair parent part party pass past path pattern pay peace people perhaps period person picture piece place plan plane plant play please point police position possible pound power practice prepare present press pretty price print prison prize probably problem produce product program promise proof proper protect prove public purpose put quarter question race radio raise range rate reach ready real reason receive record region remain remember repeat reply report rest result return ride right rise rock roof root rule safe same save say scene science score second secret see seem self sense sentence separate serious serve service set settle seven several shake shall shape share she shine shoot shop shore should shoulder shout show side sight sign silence similar since single sit size skin sky small smell smoke society some son soon sort sound south space speed spend spring square stage stand state station stay steel step still stock store strange stream strength study such sudden suit summer supply support suppose sure surface surprise system tail take talk taste tax team tell test than that then theory these they thick thin thing those though thought thread through throw tie time tooth top total touch toward town trade train travel trip trouble trust try turn type under until use usual value very view voice vote wall want war watch wave way wear weather week weight well west what when where which while who whole whose why wife wild will wing winter wire wish within without wonder word work world worry worse would wrong year yet your",
);

/** Any word in lower case, each once. */
export const WORDS: readonly string[] = [
  ...new Set([
    ...Object.values(THINGS).flat(),
    ...COLOURS,
    ...ADJECTIVES,
    ...OBJECTS,
    ...PEOPLE,
    ...VERBS,
    ...ADVERBS,
    ...NUMBER_WORDS,
    ...COMMON_WORDS,
    ...list(
      "yes no maybe up down left right true false good bad hot cold first last and or but with under over",
    ),
  ]),
];

export function list(words: string): readonly string[] {
  return words.split(" ");
}
