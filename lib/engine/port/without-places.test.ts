import { expect, test } from "vitest";
import { withoutPlaces } from "./without-places.ts";

test.each([
  ["/var/lib/spindle/models/tiny lacks config.json", "tiny lacks config.json"],
  ["/a/b/tokenizer.json has the decoder null", "tokenizer.json has the decoder null"],
  [
    'model "wandb-artifact:///acme/shop/agent" and acme/shop stay',
    'model "wandb-artifact:///acme/shop/agent" and acme/shop stay',
  ],
  ["see https://example.org/a/b/c", "see https://example.org/a/b/c"],
])("%j becomes %j", (message, shown) => expect(withoutPlaces(message)).toBe(shown));
