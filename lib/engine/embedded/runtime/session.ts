import * as ort from "onnxruntime-node";
import { Graph } from "#lib/engine/embedded/graph/graph.ts";

/** Tensors by the names that the graph gives its inputs and outputs. */
export type Tensors = Readonly<Record<string, ort.Tensor>>;

export type SessionOptions = {
  readonly threads: number;
  /** Says that runs differ in size: memory is then taken as it is needed instead of planned, and kept, for each size by itself. */
  readonly hasVaryingShapes?: boolean;
};

/**
 * How long a thread without work waits awake. Decoding is made of operators so short that waking a sleeper costs as much as they do, and this
 * reaches from one to the next. Longer would take cores from the other processes of the service.
 */
const SPIN_US = 50;

/** The message with which this version of the runtime refuses to hand over a sequence, after the run is complete. */
const STOP_MESSAGE = "Non tensor type is temporarily not supported.";

let inPlace: Promise<boolean> | undefined;

/** A graph made ready to run on the CPU. */
export class Session {
  readonly #session: ort.InferenceSession;
  readonly #isInPlace: boolean;

  private constructor(session: ort.InferenceSession, isInPlace: boolean) {
    this.#session = session;
    this.#isInPlace = isInPlace;
  }

  static async open(graph: Graph, options: SessionOptions): Promise<Session> {
    inPlace ??= supportsInPlace();
    return Session.openAs(graph, options, await inPlace);
  }

  /** `open` without the self-test, for it and for tests. */
  static async openAs(graph: Graph, options: SessionOptions, isInPlace: boolean): Promise<Session> {
    const session = await ort.InferenceSession.create(graph.encode({ inPlace: isInPlace }), {
      executionProviders: ["cpu"],
      intraOpNumThreads: options.threads,
      interOpNumThreads: 1,
      enableMemPattern: !options.hasVaryingShapes,
      logSeverityLevel: 3,
      extra: {
        session: {
          intra_op: { allow_spinning: "1", spin_duration_us: String(SPIN_US) },
          ...(graph.folder === null ? {} : { model_external_initializers_file_folder_path: graph.folder }),
        },
      },
    });
    return new Session(session, isInPlace);
  }

  /**
   * Runs the graph and fills `fetches`, one tensor for each output. A fetch may be the very tensor that is fed, so that state is updated
   * in place; the graph must then read the old state before it writes the new.
   */
  async run(feeds: Tensors, fetches: Tensors): Promise<void> {
    if (!this.#isInPlace) {
      await this.#session.run(feeds, fetches);
      return;
    }
    const [stop] = this.#session.outputNames;
    try {
      await this.#session.run(feeds, { [String(stop)]: null, ...fetches });
    } catch (error) {
      if (error instanceof Error && error.message.startsWith(STOP_MESSAGE)) return;
      throw error;
    }
    throw new Error("The runtime returned a sequence, which this version cannot do; run its self-test again");
  }

  async release(): Promise<void> {
    await this.#session.release();
  }
}

/**
 * Whether the runtime fills fetches where they lie without copying them afterwards. Its binding converts outputs one by one and gives up at
 * the first that is not a tensor, which is after the run; graphs that declare such an output first are thus never copied. That is a habit
 * of one version and no promise, so it is tried at the start, and plain runs, which copy, are the other way.
 */
async function supportsInPlace(): Promise<boolean> {
  const graph = new Graph();
  const state = graph.input("state", "float32", ["n"]);
  graph.output(graph.op("Add", [state, graph.floats(1)]), "next", "float32", ["n"]);
  const session = await Session.openAs(graph, { threads: 1 }, true);
  const values = Float32Array.of(1, 2, 3);
  const tensor = new ort.Tensor("float32", values, [3]);
  try {
    await session.run({ state: tensor }, { next: tensor });
    return values.join() === "2,3,4";
  } catch {
    return false;
  } finally {
    await session.release();
  }
}
