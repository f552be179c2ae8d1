/** A scroll brings rows in one by one; what comes within this time is one request. */
const ROUND_MS = 40;

type LoaderOptions<Value> = {
  loadMany: (ids: string[]) => Promise<ReadonlyMap<string, Value>>;
  /** Ids of one request at most. */
  most: number;
  /** Called once for each round; what it calls later starts the requests. */
  schedule?: (start: () => void) => void;
};

/** Loads by id what many rows ask for one by one: all that is asked for in one round goes in as few requests as may be. Null where there is none. */
export function batchedLoader<Value>({
  loadMany,
  most,
  schedule = (start) => setTimeout(start, ROUND_MS),
}: LoaderOptions<Value>) {
  let waiting = new Map<string, PromiseWithResolvers<Value | null>>();
  const start = () => {
    const asked = [...waiting];
    waiting = new Map();
    for (let from = 0; from < asked.length; from += most) {
      const batch = asked.slice(from, from + most);
      loadMany(batch.map(([id]) => id)).then(
        (found) => {
          for (const [id, one] of batch) one.resolve(found.get(id) ?? null);
        },
        (error: unknown) => {
          for (const [, one] of batch) one.reject(error);
        },
      );
    }
  };
  return (id: string): Promise<Value | null> => {
    if (waiting.size === 0) schedule(start);
    const one = waiting.get(id) ?? Promise.withResolvers<Value | null>();
    waiting.set(id, one);
    return one.promise;
  };
}
