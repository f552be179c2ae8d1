/** The values of several sources as they come. At most one value of each is asked for ahead; leaving early leaves all. */
export async function* merge<T>(sources: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  const ready: { from: AsyncIterator<T>; result: IteratorResult<T> }[] = [];
  const failures: unknown[] = [];
  let wake = Promise.withResolvers<void>();
  const ask = (from: AsyncIterator<T>) => {
    from.next().then(
      (result) => ready.push({ from, result }) && wake.resolve(),
      (error: unknown) => failures.push(error) && wake.resolve(),
    );
  };
  try {
    iterators.forEach(ask);
    for (let open = iterators.length; open > 0; ) {
      if (ready.length === 0 && failures.length === 0) await wake.promise;
      wake = Promise.withResolvers();
      if (failures.length > 0) throw failures[0];
      for (const { from, result } of ready.splice(0)) {
        if (result.done) open--;
        else {
          yield result.value;
          ask(from);
        }
      }
    }
  } finally {
    await Promise.allSettled(iterators.map((iterator) => iterator.return?.()));
  }
}
