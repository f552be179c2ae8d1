// Looks for the first group of a file that cannot be trained on; a large one would keep every request waiting in the main thread.
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { isDict } from "#lib/contract/fields.ts";
import { JsonLines } from "#lib/contract/json-lines.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { JsonScan } from "#lib/platform/json/json-scan.ts";
import { readLongJson } from "#lib/platform/json/read-long-json.ts";
import { readTrajectory, readTrajectoryGroup } from "#lib/training/trajectories/read-trajectory-groups.ts";

/** The absolute path of a file that is no larger than a body. */
export type GroupsRequest = { file: string };
/** Null where every group is right. */
export type GroupsAnswer = { index: number; text: string } | null;

const PIECE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

// `createTrainingJob` hands it over.
const { file } = workerData as GroupsRequest;
parentPort?.postMessage(firstWrong(readFileSync(file)));

function firstWrong(bytes: Buffer<ArrayBuffer>): GroupsAnswer {
  let index = 0;
  for (const line of linesIn(bytes)) {
    try {
      requireGroup(line, index);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      return { index, text: error.message };
    }
    index++;
  }
  return null;
}

/** Of a large group, one trajectory after the other. */
function requireGroup(line: Uint8Array<ArrayBuffer>, index: number): void {
  const scan = new JsonScan(PIECE_BYTES);
  scan.take(line);
  const group = readLongJson({ bytes: line, large: scan.large, pieceBytes: PIECE_BYTES }, "trajectories");
  const trajectories = isDict(group) ? group.trajectories : null;
  if (!isDict(group) || !(trajectories instanceof JsonLines)) return void readTrajectoryGroup(group, index);
  let place = 0;
  for (const one of linesIn(trajectories.bytes)) {
    readTrajectory(
      JSON.parse(new TextDecoder().decode(one)),
      `trajectory_groups[${index}].trajectories[${place}]`,
    );
    place++;
  }
  readTrajectoryGroup({ ...group, trajectories: [] }, index);
}

function* linesIn(bytes: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
  let from = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
    yield bytes.subarray(from, end);
    from = end + 1;
  }
}
