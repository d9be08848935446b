import { CellsTaken } from './claim-cells.ts'

/**
 * Runs a transaction that claims half-hours, and runs it once more when they turned out to be free.
 *
 * @param once opens and ends its own transaction
 * @param refuse throws the reason why the cells are taken; it returns only while `isFinal` is false, when a retry may
 *   help
 * @throws what `refuse` throws when they are taken; anything else that `once` throws
 */
export async function retryOnce<T>(
  once: () => Promise<T>,
  refuse: (cells: CellsTaken['cells'], isFinal: boolean) => Promise<void>,
): Promise<T> {
  return once().catch(async (error: unknown) => {
    if (!(error instanceof CellsTaken)) throw error
    await refuse(error.cells, false)
    return once().catch(async (again: unknown) => {
      if (again instanceof CellsTaken) await refuse(again.cells, true)
      throw again
    })
  })
}
