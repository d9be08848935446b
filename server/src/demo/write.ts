/** Rows per statement: far below PostgreSQL's limit of 65,535 parameters, even for the widest table. */
const BATCH = 500

/** Stores the database id of each planned thing. */
export type Ids = {
  set(planned: object, id: string): void
  /** @throws Error for a thing without an id yet */
  of(planned: object): string
}

/** An empty store of ids. */
export function createIds(): Ids {
  const ids = new Map<object, string>()
  return {
    set: (planned, id) => ids.set(planned, id),
    of(planned) {
      const id = ids.get(planned)
      if (id === undefined) throw new Error('Not written yet')
      return id
    },
  }
}

/** Writes many rows in a few statements, in their order. */
export async function writeAll<Row>(
  rows: readonly Row[],
  insert: (batch: Row[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await insert(rows.slice(from, from + BATCH))
}

/**
 * Writes planned things and stores their ids. `insert` returns the ids in the order of the rows, as one INSERT with
 * several rows of VALUES does.
 *
 * @throws Error if the number of ids differs from the number of rows
 */
export async function writeWithIds<Planned extends object>(
  ids: Ids,
  planned: readonly Planned[],
  insert: (batch: Planned[]) => PromiseLike<{ id: string }[]>,
): Promise<void> {
  await writeAll(planned, async (batch) => {
    const rows = await insert(batch)
    if (rows.length !== batch.length) throw new Error(`${batch.length} rows written, ${rows.length} ids returned`)
    rows.forEach(({ id }, index) => {
      const thing = batch[index]
      if (thing) ids.set(thing, id)
    })
  })
}
