/** An op's own name; references to ops carry entity, project and version around it. */
export function opLabel(opName: string): string {
  return /^[a-z-]+:\/\/\//.test(opName) ? opName.replace(/^.*\/([^/:]+)(?::[^/]*)?$/, "$1") : opName;
}
