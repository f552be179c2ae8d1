import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { call } from "#lib/client/call.ts";
import { KEY_SCOPES } from "#lib/contract/access.ts";
import { answerItem, reserveItems } from "#lib/contract/annotation/queue-work.ts";
import { createQueue } from "#lib/contract/annotation/queues.ts";
import type { AnyEndpoint, InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { newId } from "#lib/platform/ids.ts";
import { type Measurement, measure } from "./measure.ts";
import type { Product } from "./product.ts";

const ITEMS = 100_000;
/** The name of the queue that has so many. */
export const LARGE_QUEUE = "desk";
const PEOPLE = 25;
/** Each person tops up by one item at a time, up to this many. */
const MAX_HELD = 20;
const ANSWERS_AT_WORK = 10;

type Person = <E extends AnyEndpoint>(endpoint: E, input: InputOf<E>) => Promise<ReplyOf<E>>;
type Held = { itemId: string; person: Person };

/** What annotators wait for at the desk: 25 who share one large queue at two answers an item, at the pace of work and all at once. */
export async function measureDesk(product: Product): Promise<Measurement[]> {
  const queueId = await aLargeQueue(product);
  return [await measureAtWork(product, queueId), ...(await measureAtOnce(product, queueId))];
}

/** Each answers an item every second, and is then given another one. */
async function measureAtWork(product: Product, queueId: string): Promise<Measurement> {
  const people = await somePeople(product);
  const nextOf = new Map<Person, string>();
  return measure({
    name: `POST …/items/reserve, ${PEOPLE} people, each once a second`,
    requests: PEOPLE * ANSWERS_AT_WORK,
    concurrency: PEOPLE,
    restMs: 1000,
    aim: "≤ 20 ms",
    before: async (index) => {
      const person = itemAt(people, index);
      const itemId = nextOf.get(person);
      if (itemId) await answer(product, { queueId, itemId, person });
    },
    send: async (index) => {
      const person = itemAt(people, index);
      const { reserved } = await person(reserveItems, { projectId: product.project, queueId, count: 3 });
      nextOf.set(person, reserved[0]?.item.id ?? "");
    },
    cpuMicros: product.cpuMicros,
  });
}

async function measureAtOnce(product: Product, queueId: string): Promise<Measurement[]> {
  const people = await somePeople(product);
  const held = new Map<Person, string[]>();
  const reserve = await measure({
    name: `POST …/items/reserve, ${PEOPLE} at once, queue of ${ITEMS.toLocaleString("en")}`,
    requests: Math.floor((PEOPLE * MAX_HELD) / 1.1) - 1,
    concurrency: PEOPLE,
    send: async (index) => {
      const person = itemAt(people, index);
      const count = Math.min(MAX_HELD, 1 + Math.floor(index / PEOPLE));
      const { reserved } = await person(reserveItems, { projectId: product.project, queueId, count });
      held.set(
        person,
        reserved.map(({ item }) => item.id),
      );
    },
    cpuMicros: product.cpuMicros,
  });
  const items = [...held].flatMap(([person, ids]) => ids.map((itemId) => ({ person, itemId })));
  return [reserve, await measureAnswers(product, queueId, items)];
}

function measureAnswers(product: Product, queueId: string, items: Held[]): Promise<Measurement> {
  return measure({
    name: `POST …/items/{id}/answer, ${PEOPLE} at once`,
    requests: Math.floor(items.length / 1.1) - 1,
    concurrency: PEOPLE,
    send: (index) => answer(product, { queueId, ...itemAt(items, index) }),
    cpuMicros: product.cpuMicros,
  });
}

function answer({ project }: Product, { queueId, itemId, person }: Held & { queueId: string }) {
  return person(answerItem, {
    projectId: project,
    queueId,
    itemId,
    annotationState: "completed",
    revision: 0,
    feedback: [],
    replaced: [],
    isFlagged: false,
    flagNote: "",
    activeMs: 20_000,
  });
}

function itemAt<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error("The bench of the desk has nobody, or nothing to answer");
  return found;
}

async function aLargeQueue(product: Product): Promise<string> {
  const { id } = await product.call(createQueue, {
    projectId: product.project,
    name: LARGE_QUEUE,
    scorerRefs: [],
    annotatorsPerItem: 2,
  });
  await product.database.pool.query(
    `insert into queue_item (id, project_id, queue_id, call_id, call_started_at, call_op_name, call_trace_id, display_fields, added_by)
     select 'desk-' || n, q.project_id, q.id, 'desk-' || n, now(), 'op', 'trace', '{}', 'bench'
     from generate_series(1, $2::int) n, annotation_queue q where q.id = $1`,
    [id, ITEMS],
  );
  await product.database.pool.query("analyze queue_item");
  return id;
}

function somePeople(product: Product): Promise<Person[]> {
  return Promise.all(Array.from({ length: PEOPLE }, () => aPerson(product)));
}

/** An annotator of the project, with a key of their own. */
async function aPerson({ database, project, url }: Product): Promise<Person> {
  const userId = newId();
  const [entityName, name] = project.split("/");
  const { id: projectId } = await database.prisma.project.findFirstOrThrow({ where: { entityName, name } });
  await database.prisma.user.create({
    data: {
      id: userId,
      email: `${userId}@example.com`,
      name: "Annotator",
      passwordHash: "none",
      defaultEntity: "bench",
    },
  });
  await database.prisma.projectMember.create({ data: { projectId, userId, role: "annotator" } });
  const { key, parts } = mintApiKey();
  await database.prisma.apiKey.create({
    data: { id: newId(), name: "bench", userId, scopes: [...KEY_SCOPES], projectIds: [], ...parts },
  });
  const headers = { authorization: `Basic ${Buffer.from(`bench:${key}`).toString("base64")}` };
  return (endpoint, input) => call(endpoint, input, { baseUrl: url, headers });
}
