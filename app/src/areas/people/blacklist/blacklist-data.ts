import * as blacklist from '@paidang/api/areas/ground/blacklist'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'

/** The text that explains a blacklist to its users. Source: decision record 018 */
export const BLACKLIST_EFFECTS = '你们互相看不到对方的名片和球局，也不会收到对方的消息；已经约好的课和球局照常。'

/** Blocked people are left out of many lists, so everything on screen is read again. */
const stale = [[]]

/** The people on the caller's blacklist, the latest first. */
export function useBlacklist() {
  return useRead(['blacklist'], blacklist.listBlacklist, { params: { userId: useUserId() ?? '' } })
}

/** 加入黑名单: a person, by user id. */
export function useAddToBlacklist() {
  return useWrite(blacklist.addToBlacklist, { stale, input: (id: string) => ({ params: { id } }) })
}

/** 移出: an entry, by its own id. */
export function useRemoveFromBlacklist() {
  return useWrite(blacklist.removeFromBlacklist, { stale, input: (id: string) => ({ params: { id } }) })
}

/** 清空. */
export function useClearBlacklist() {
  return useWrite(blacklist.clearBlacklist, { stale, input: () => ({}) })
}
