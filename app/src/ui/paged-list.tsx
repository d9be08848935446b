import { type ListedRecords, loadMoreOf, notices } from '@paidang/api/catalogue/outcomes'
import type { Outcome } from '@paidang/api/endpoint'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh, useReachBottom } from '@tarojs/taro'
import { useEffect, useRef } from 'react'
import { showFailed } from '../platform/toast'
import { Button } from './button'
import styles from './paged-list.module.scss'
import { pressable, semantics } from './semantics'

/** The state of a paged list and its next page. */
type PagedList = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: Error | null
  fetchNextPage: () => unknown
}

/** Restarts the list from its first page on pull-to-refresh, and shows a failure. */
export function usePullOf({ refresh }: { refresh: () => Promise<Error | null> }, outcome: Outcome): void {
  usePullDownRefresh(async () => {
    const failure = await refresh()
    if (failure) showFailed(outcome, failure)
    Taro.stopPullDownRefresh()
  })
}

/** Fetches the next page near the foot of the page. Calls `onEnd` there when all pages are loaded. */
export function useNextPageAtBottom(list: PagedList, onEnd?: () => void): void {
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = list
  // One page at a time. If the user reaches the foot during a reload, the next page is fetched after it.
  const shouldLoad = useRef(false)
  useReachBottom(() => {
    if (isFetching) shouldLoad.current = !isFetchingNextPage
    else if (hasNextPage) fetchNextPage()
    else onEnd?.()
  })
  useEffect(() => {
    if (isFetching || !shouldLoad.current) return
    shouldLoad.current = false
    if (hasNextPage) fetchNextPage()
  }, [isFetching, hasNextPage, fetchNextPage])
}

/**
 * The foot of the list. Its button loads the next page on a screen too tall to scroll, and by keyboard. `of` names what
 * the list holds, for the message of a page that failed.
 */
export function ListEnd({ list, of }: { list: PagedList; of: ListedRecords }) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list
  useEffect(() => {
    if (isFetchNextPageError) showFailed(loadMoreOf(of), error)
  }, [isFetchNextPageError, error, of])
  const isAsked = hasNextPage && !isFetching && !isFetchNextPageError
  // A separate container: otherwise WeChat renders all children of the page again at each change.
  return (
    <View>
      {isAsked ? (
        <View className={styles.more}>
          <Button kind="plain" size="s" onPress={fetchNextPage}>
            加载更多
          </Button>
        </View>
      ) : (
        <ListFoot
          state={isFetchNextPageError ? 'failed' : isFetchingNextPage ? 'loading' : hasNextPage ? 'more' : 'end'}
          onRetry={fetchNextPage}
        />
      )}
    </View>
  )
}

type Props = {
  /** more: no text yet; end: everything is loaded. */
  state: 'more' | 'loading' | 'end' | 'failed'
  onRetry: () => void
}

/** The foot of a list that loads page by page. */
function ListFoot({ state, onRetry }: Props) {
  if (state === 'failed') {
    return (
      <View className={styles.retry} {...pressable({ onPress: onRetry })}>
        加载失败，点按重试
      </View>
    )
  }
  return (
    <View className={styles.foot} {...semantics({ role: 'status' })}>
      {state === 'loading' && '正在加载'}
      {state === 'end' && notices.listEnded}
    </View>
  )
}
