import * as blacklist from '@paidang/api/areas/ground/blacklist'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'

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
