import { View } from '@tarojs/components'
import { serverOrigin } from '../../../../platform/environment'
import { copyText } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { confirm } from '../../../../ui/confirm'
import { ErrorBlock } from '../../../../ui/error-block'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { useCalendarFeed, useRenewFeed, useRevokeFeed } from '../calendar-data'
import styles from '../calendar-view.module.scss'

/** 订阅到日历: the secret address under which calendar programs read the calendar. It can be changed and revoked. */
export function FeedCard() {
  const feed = useCalendarFeed()
  const skeleton = useSkeleton(feed.isPending)
  return (
    <Card>
      <CardHead title="订阅到日历" />
      <View className={styles.line}>把课程、球局和取拍日子放进手机或电脑自带的日历，以后有变化会自动更新。</View>
      {feed.cause && !feed.data && (
        <ErrorBlock compact title="订阅没有取到" cause={feed.cause} onRetry={feed.refetch} busy={feed.isFetching} />
      )}
      {skeleton && (
        <SkeletonGroup>
          <Skeleton height={40} radius={12} />
        </SkeletonGroup>
      )}
      {feed.data && !skeleton && (feed.data.path ? <Open path={feed.data.path} /> : <Closed />)}
    </Card>
  )
}

function Closed() {
  const renew = useRenewFeed()
  return (
    <View className={classNames(styles.buttons, 'chips-12')}>
      <Button size="m" kind="ghost" icon="calendar" busy={renew.isPending} onPress={() => renew.act(undefined)}>
        生成地址
      </Button>
    </View>
  )
}

/** The system opens an address of the second form in a calendar program. */
const copy = (url: string) => copyText(url, '地址已复制')
const asWebcal = (url: string) => url.replace(/^https?:/, 'webcal:')

function Open({ path }: { path: string }) {
  const renew = useRenewFeed()
  const revoke = useRevokeFeed()
  const isBusy = renew.isPending || revoke.isPending
  const url = serverOrigin() + path

  const askToRenew = async () => {
    const isSure = await confirm({
      title: '更换订阅地址？',
      line: '旧地址立刻失效，用它订阅的日历需要重新添加',
      confirmText: '更换地址',
    })
    if (isSure) renew.act(undefined)
  }
  const askToRevoke = async () => {
    const isSure = await confirm({
      title: '停用日历订阅？',
      line: '地址立刻失效，已订阅的日历不再更新',
      confirmText: '停用订阅',
      danger: true,
    })
    if (isSure) revoke.act(undefined)
  }
  return (
    <>
      <View className={styles.address}>{url}</View>
      <View className={styles.hint}>
        在日历里选“添加订阅日历”，粘贴地址，可见近 60 天和以后的安排。知道地址的人都能看到，请勿转发。
      </View>
      <View className={classNames(styles.buttons, 'chips-12')}>
        <Button size="m" kind="ghost" disabled={isBusy} onPress={() => copy(url)}>
          复制地址
        </Button>
        <Button size="m" kind="plain" disabled={isBusy} label="复制 webcal 地址" onPress={() => copy(asWebcal(url))}>
          复制 webcal
        </Button>
      </View>
      <View className={classNames(styles.buttons, 'chips-12')}>
        <Button size="s" kind="plain" busy={renew.isPending} disabled={revoke.isPending} onPress={askToRenew}>
          更换地址
        </Button>
        <Button size="s" kind="danger" busy={revoke.isPending} disabled={renew.isPending} onPress={askToRevoke}>
          停用订阅
        </Button>
      </View>
    </>
  )
}
