"use client";

import { useMemo } from "react";
import { sourceWords } from "#components/datasets/parts/dataset-texts.ts";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { CopyButton } from "#components/ui/button/copy-button.tsx";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import * as z from "#lib/contract/zod.ts";

/** How rows are made: the sources in words, and the whole recipe as the API takes it. */
export function RecipeTab({ recipe }: { recipe: Recipe }) {
  const { queueName } = useNaming();
  const json = useMemo(() => z.encode(Recipe, recipe), [recipe]);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-4xl flex-col gap-4 p-4">
        <section aria-label="Sources">
          <h2 className="text-sm">Made from</h2>
          <ul className="mt-1 list-disc pl-5 text-sm">
            {recipe.sources.map((source) => (
              <li key={JSON.stringify(source)}>{sourceWords(source, queueName)}</li>
            ))}
          </ul>
        </section>
        <section aria-label="Recipe">
          <div className="mb-2 flex items-center justify-between gap-2">
            <h2 className="text-sm">Recipe</h2>
            <CopyButton text={() => JSON.stringify(json, null, 2)} />
          </div>
          <JsonTree value={json} label="Recipe" openDepth={5} className="border border-line" />
        </section>
      </div>
    </div>
  );
}
