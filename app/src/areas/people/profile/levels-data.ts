import { type LevelChange, listLevels } from '@paidang/api/areas/people/registration'
import { usePages } from '../../../platform/read'

/** One change of a level for the screen: its instant as a Date. */
export type ShownChange = ReturnType<typeof toShown>

const toShown = (change: LevelChange) => ({ ...change, createTime: new Date(change.createTime) })

/** The changes of a user's level, the latest first, page by page. */
export function useLevels(id: string) {
  return usePages(['levels'], listLevels, { params: { id } }, { show: toShown })
}
