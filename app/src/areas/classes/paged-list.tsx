import type { Outcome } from '@paidang/api/endpoint'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh, useReachBottom } from '@tarojs/taro'
import { useEffect, useRef } from 'react'
import { showFailed } from '../../platform/toast'
import { Button } from '../../ui/button'
import { ListFoot } from '../../ui/list-foot'
import styles from './paged-list.module.scss'

/** What a list that loads page by page knows of its next page. */
type PagedList = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The pull starts the list again from its first page and says when that fails. */
export function usePullOf({ refresh }: { refresh: () => Promise<Error | null> }, outcome: Outcome): void {
  usePullDownRefresh(async () => {
    const failure = await refresh()
    if (failure) showFailed(outcome, failure)
    Taro.stopPullDownRefresh()
  })
}

/** Fetches the next page when the foot of the page comes near; `onEnd` is called there when all is loaded. */
export function useNextPageAtBottom(list: PagedList, onEnd?: () => void): void {
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = list
  // One page at a time: who arrives while the list is being read again gets the next page right after.
  const wanted = useRef(false)
  useReachBottom(() => {
    if (isFetching) wanted.current = !isFetchingNextPage
    else if (hasNextPage) fetchNextPage()
    else onEnd?.()
  })
  useEffect(() => {
    if (isFetching || !wanted.current) return
    wanted.current = false
    if (hasNextPage) fetchNextPage()
  }, [isFetching, hasNextPage, fetchNextPage])
}

/** The foot of the list. On a screen too tall to scroll, and by keyboard, the next page is asked for by its button. */
export function ListEnd({ list }: { list: PagedList }) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const isAsked = hasNextPage && !isFetching && !isFetchNextPageError
  // In a place of their own: what changes among the children of the page has WeChat draw all of them.
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
