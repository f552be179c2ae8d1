import { Spindle } from "./spindle-client.ts";

const {
  SPINDLE_URL = "http://127.0.0.1:3000",
  SPINDLE_API_KEY,
  SPINDLE_PROJECT = "local/playground",
} = process.env;
if (!SPINDLE_API_KEY)
  throw new Error("Put an API key into SPINDLE_API_KEY; the service's first start prints one");

export const url = SPINDLE_URL;
/** `<entity>/<project>` */
export const projectId = SPINDLE_PROJECT;
export const [entity = "", project = ""] = projectId.split("/");
export const spindle = new Spindle({ url, apiKey: SPINDLE_API_KEY });
