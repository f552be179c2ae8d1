// A program that uses the published `weave` package, run by itself with nothing but its environment: publishes a dataset of conversations in the
// project named first, reads the one of the reference named second, and prints both as one line of JSON.
import * as weave from "weave";

const [, , project = "", ref = ""] = process.argv;
await weave.init(project);
const rows = ["Is it so?", "And now?"].map((content) => ({
  messages: [
    { role: "user", content },
    { role: "assistant", content: "Yes." },
  ],
}));
const published = await new weave.Dataset({ name: "published talks", rows }).save();
const read = await weave.ObjectRef.fromUri(ref).get();
const seen = { isDataset: read instanceof weave.Dataset, name: read.name, rows: read.rows.rows };
process.stdout.write(`\n${JSON.stringify({ published: published.uri(), seen })}\n`);
