import * as blacklist from '@paidang/api/areas/blacklist'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useUserId } from '../../platform/session'
import { failureText } from '../../platform/toast'
import { useDeed } from '../../platform/use-deed'

/** Whom one keeps apart from is left out of many lists: all that is shown is read again. */
const EVERYTHING = [[]]

/** Whom the caller wants to have nothing to do with, the latest first. */
export function useBlacklist() {
  const userId = useUserId()
  const query = useQuery({
    queryKey: ['blacklist', userId],
    queryFn: ({ signal }) => call(blacklist.listBlacklist, { params: { userId: userId ?? '' } }, { signal }),
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(blacklist.listBlacklist.outcome, query.error) : undefined }
}

/** 加入黑名单: a person, by his id. */
export function useAddToBlacklist() {
  return useDeed({
    endpoint: blacklist.addToBlacklist,
    stale: EVERYTHING,
    run: (id: string, idempotencyKey) => call(blacklist.addToBlacklist, { params: { id } }, { idempotencyKey }),
  })
}

/** 移出: an entry, by its own id. */
export function useRemoveFromBlacklist() {
  return useDeed({
    endpoint: blacklist.removeFromBlacklist,
    stale: EVERYTHING,
    run: (id: string, idempotencyKey) => call(blacklist.removeFromBlacklist, { params: { id } }, { idempotencyKey }),
  })
}

/** 清空. */
export function useClearBlacklist() {
  return useDeed({
    endpoint: blacklist.clearBlacklist,
    stale: EVERYTHING,
    run: (_nothing: undefined, idempotencyKey) => call(blacklist.clearBlacklist, {}, { idempotencyKey }),
  })
}
