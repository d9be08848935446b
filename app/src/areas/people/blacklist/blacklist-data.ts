import * as blacklist from '@paidang/api/areas/blacklist'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'

/** Blocked people are left out of many lists, so everything on screen is read again. */
const EVERYTHING = [[]]

/** The people on the caller's blacklist, the latest first. */
export function useBlacklist() {
  const userId = useUserId()
  const query = useQuery({
    queryKey: ['blacklist', userId],
    queryFn: ({ signal }) => call(blacklist.listBlacklist, { params: { userId: userId ?? '' } }, { signal }),
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(blacklist.listBlacklist.outcome, query.error) : undefined }
}

/** 加入黑名单: a person, by user id. */
export function useAddToBlacklist() {
  return useAction({
    endpoint: blacklist.addToBlacklist,
    stale: EVERYTHING,
    run: (id: string, idempotencyKey) => call(blacklist.addToBlacklist, { params: { id } }, { idempotencyKey }),
  })
}

/** 移出: an entry, by its own id. */
export function useRemoveFromBlacklist() {
  return useAction({
    endpoint: blacklist.removeFromBlacklist,
    stale: EVERYTHING,
    run: (id: string, idempotencyKey) => call(blacklist.removeFromBlacklist, { params: { id } }, { idempotencyKey }),
  })
}

/** 清空. */
export function useClearBlacklist() {
  return useAction({
    endpoint: blacklist.clearBlacklist,
    stale: EVERYTHING,
    run: (_nothing: undefined, idempotencyKey) => call(blacklist.clearBlacklist, {}, { idempotencyKey }),
  })
}
