// `npm run proof:quick`: the built product under hostile requests, wrong keys, silent connections and kills; red on any 5xx, hang or loss.
import { QUICK } from "./proof/budget.ts";
import { prove } from "./proof/prove.ts";

process.exitCode = await prove(QUICK);
