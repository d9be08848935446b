import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import type { ComponentType, ReactNode } from 'react'
import { useLate } from '../platform/use-late'
import { CardStack } from './card'
import { ErrorBlock } from './error-block'
import styles from './late-page.module.scss'
import { Page } from './page'
import { Skeleton, SkeletonGroup } from './skeleton'

type Props = {
  title: string
  /** The blocks of its skeleton, from the top: their heights in px. */
  heights: readonly number[]
  /** Fetches the body, with its whole page. */
  load: () => Promise<ComponentType>
  tab?: boolean
  /** The page has a green head, which the first block overlaps. */
  hero?: boolean
}

/** A page whose body is in another sub-package. Usually that was preloaded; otherwise the page says so meanwhile. */
export function LatePage({ title, heights, load, tab, hero }: Props) {
  const { part: Body, hasFailed, retry } = useLate(load)
  if (Body) return <Body />
  return (
    <Page title={title} tab={tab ?? false} hero={hero && <View className={styles.head} />}>
      <Awaited hasFailed={hasFailed} retry={retry}>
        <View className={hero ? styles.overlapping : undefined}>
          <SkeletonGroup>
            <CardStack>
              {heights.map((height, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change
                <Skeleton key={index} height={height} radius={16} />
              ))}
            </CardStack>
          </SkeletonGroup>
        </View>
      </Awaited>
    </Page>
  )
}

type AwaitedProps = { hasFailed: boolean; retry: () => void; children: ReactNode }

/** In the place of what is fetched: its skeleton, or the failure with a retry, also by pulling the page down. */
export function Awaited({ hasFailed, retry, children }: AwaitedProps) {
  usePullDownRefresh(() => {
    retry()
    Taro.stopPullDownRefresh()
  })
  if (!hasFailed) return <>{children}</>
  return <ErrorBlock title="页面加载失败" cause="网络不稳定或服务器繁忙，请稍后重试" onRetry={retry} />
}
