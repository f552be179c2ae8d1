import { type ProcessPlan, SupervisedProcess } from "./supervised-process.ts";

/**
 * The web processes of one listening socket: one serves, the others have started and wait. When the one that serves ends unasked the next
 * takes its place at once; who connects in between waits in the socket's queue.
 */
export class WebProcesses {
  readonly #plan: ProcessPlan;
  readonly members: SupervisedProcess[] = [];
  readonly #waiting = new Set<SupervisedProcess>();
  #serving: SupervisedProcess | null = null;
  #isStopping = false;

  /** Starts the first. */
  constructor(plan: Omit<ProcessPlan, "shared">, socket: number) {
    const shared = {
      socket,
      ready: (one: SupervisedProcess) => {
        this.#waiting.add(one);
        this.#fillPlace();
      },
      gone: (one: SupervisedProcess) => {
        this.#waiting.delete(one);
        if (this.#serving === one) this.#serving = null;
        this.#fillPlace();
      },
    };
    this.#plan = { ...plan, shared };
    this.#add();
  }

  /** Starts so many more. */
  keepSpares(count: number): void {
    for (let number = 0; number < count && !this.#isStopping; number++) this.#add();
  }

  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.members.map((one) => one.stop(patienceMs)));
  }

  #add(): void {
    this.members.push(new SupervisedProcess(this.#plan));
  }

  #fillPlace(): void {
    const [next] = this.#waiting;
    if (!next || this.#serving || this.#isStopping) return;
    this.#waiting.delete(next);
    this.#serving = next;
    next.serve();
  }
}
