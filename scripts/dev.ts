// `npm run dev`: the whole service, with pages and routes rebuilt as their sources change.
import { runService } from "./lib/start/service.ts";

await runService({ dev: true });
