import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { type Check, unless } from "./check.ts";
import { fillLargeQueue, type LargeQueue } from "./large-queue.ts";
import { aDataset, build, labelsOf } from "./sources.ts";

const RECIPES = 20;
const ITEMS = 1_000;
const TABLES = ["call", "feedback", "queue_item", "item_progress", "object_version", "table_row"];

/** The same recipe over the same answers gives the same rows, also after the database has put its tables in another order and all has started again. */
export const equalBuilds: Check = async (house) => {
  const town = await house.town(["Ada", "Ben", "Cleo"]);
  const queue = await fillLargeQueue(house, town, { items: ITEMS, seed: 1 });
  const random = seededRandom(20_261_124);
  const recipes = Array.from({ length: RECIPES }, () => anyRecipe(queue, random));
  const first = [];
  for (const recipe of recipes) {
    const datasetId = await aDataset(town, recipe);
    first.push((await build(town, datasetId)).version);
  }
  // Each row is written again, which moves it, and then all tables are rewritten.
  for (const table of TABLES) await house.query(`update ${table} set project_id = project_id`);
  for (const table of TABLES) await house.query(`vacuum full ${table}`);
  await house.restart();
  let same = 0;
  let equal = 0;
  for (const [at, recipe] of recipes.entries()) {
    const standing = first[at];
    const again = await build(town, standing?.datasetId ?? "");
    if (!again.isNew && again.version.id === standing?.id) same += 1;
    const other = await build(town, await aDataset(town, recipe));
    if (other.version.contentHash === standing?.contentHash) equal += 1;
  }
  const different = new Set(first.map(({ contentHash }) => contentHash)).size;
  return {
    found: `${RECIPES} recipes over ${ITEMS} items, ${different} different outcomes: ${same} gave the standing version again, ${equal} the same hash in another dataset`,
    faults: [
      ...unless(same === RECIPES, `${RECIPES - same} second builds made another version.`),
      ...unless(equal === RECIPES, `${RECIPES - equal} equal recipes have another hash in another dataset.`),
      ...unless(
        different > RECIPES / 2,
        `Only ${different} recipes gave different rows, which shows little.`,
      ),
    ],
  };
};

function anyRecipe(queue: LargeQueue, random: () => number): Recipe {
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)];
  const rule = pick(["majority", "weighted", "each"] as const);
  const rest = {
    split: { held_out: Math.round(random() * 90) / 100, seed: Math.floor(random() * 1e6) },
    ...(random() < 0.5 ? { dedupe: { exact: true, near: 0.8 } } : {}),
    ...(random() < 0.5 ? { max_per_prompt: 1 + Math.floor(random() * 4) } : {}),
    ...(random() < 0.5 ? { balance: { max_ratio: 1 + random() * 3 } } : {}),
    ...(rule === "weighted" && random() < 0.5 ? { weights: "posterior" } : {}),
  };
  return labelsOf(queue, { rule }, rest);
}
