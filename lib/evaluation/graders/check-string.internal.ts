import type { StringCheck } from "#lib/contract/evaluation/grader.ts";
import { contains } from "./contains.internal.ts";
import { renderTemplate, type Variables } from "./render-template.ts";

/** 1 where the operation holds, else 0. */
export function checkString({ input, reference, operation }: StringCheck, variables: Variables): number {
  const text = renderTemplate(input, variables);
  const wanted = renderTemplate(reference, variables);
  return Number(holds(operation, text, wanted));
}

function holds(operation: StringCheck["operation"], text: string, wanted: string): boolean {
  switch (operation) {
    case "eq":
      return text === wanted;
    case "ne":
      return text !== wanted;
    case "like":
      return contains(text, wanted);
    case "ilike":
      return contains(text.toLowerCase(), wanted.toLowerCase());
  }
}
