// `npm start`: the whole service under one process.
import { runService } from "./lib/start/service.ts";

await runService({ dev: false });
