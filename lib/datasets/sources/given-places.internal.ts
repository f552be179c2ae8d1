import type { RowPlace } from "#lib/contract/datasets/row-place.ts";
import { type FileOrigin, givenIdOf, placeInFile } from "#lib/datasets/rows/given-place.ts";
import type { Db } from "#lib/platform/db/database.ts";

/** Where rows stand that somebody else made, by their ids. Files that were deleted keep their names. */
export async function givenPlaces(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RowPlace>> {
  const given = ids.flatMap((id) => {
    const read = givenIdOf(id);
    return read ? [{ id, ...read }] : [];
  });
  const sources = new Set(given.filter(({ isVersion }) => !isVersion).map(({ source }) => source));
  const files = sources.size === 0 ? [] : await filesOf(db, projectId, [...sources]);
  const byId = new Map(files.map((file) => [file.id, file]));
  return new Map(
    given.flatMap(({ id, source, isVersion, number }): [string, RowPlace][] => {
      if (isVersion) return [[id, { name: source, unit: "row", number }]];
      const file = byId.get(source);
      return file ? [[id, placeInFile(file, number)]] : [];
    }),
  );
}

async function filesOf(db: Db, projectId: string, ids: string[]) {
  const files = await db.prisma.uploadedFile.findMany({
    where: { projectId, id: { in: ids } },
    select: { id: true, filename: true, origins: true },
  });
  // The column holds only what an upload wrote.
  return files.map((file) => ({ ...file, origins: file.origins as FileOrigin[] | null }));
}
