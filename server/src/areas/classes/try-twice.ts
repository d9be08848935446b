import { CellsTaken } from '../schedule/claim-cells.ts'

/**
 * Runs a transaction that claims half-hours, and once more when they turned out to be free after all.
 *
 * @param once opens and ends its own transaction
 * @param refuse says why the cells cannot be had; it returns only while `isFinal` is false, when trying again may help
 * @throws what `refuse` throws when they cannot be had; anything else that `once` throws
 */
export async function tryTwice<T>(
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
