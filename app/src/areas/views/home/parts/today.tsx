import { getVenue } from '@paidang/api/areas/places/venues'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { myBookingPath } from '../../../../paths'
import { call } from '../../../../platform/call'
import { goTo, goToLogin } from '../../../../platform/navigate'
import { openPlace, type Place } from '../../../../platform/place'
import { useUserId } from '../../../../platform/session'
import { failureText, showToast } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Card, SectionHead } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { pressable, semantics } from '../../../../ui/semantics'
import { Skeleton } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import { useBallsOfToday, useClassesOfToday } from '../home-data'
import { type TodayItem, todayItems } from '../home-labels'
import styles from '../home-view.module.scss'

/** 今天的课: the user's classes of today, as player and as coach, and their games. */
export function Today() {
  const userId = useUserId()
  const { data: balls = [] } = useBallsOfToday()
  return (
    <View>
      <SectionHead
        title={balls.length > 0 ? '今天的课和球局' : '今天的课'}
        more={userId ? { text: '我的约课', onPress: () => goTo(myBookingPath()) } : undefined}
      />
      <View className="in-0-0">{userId ? <Body userId={userId} /> : <SignedOut />}</View>
    </View>
  )
}

function SignedOut() {
  return (
    <Card>
      <View className="between">
        <View className="t-body muted">登录后查看</View>
        <Button size="s" kind="ghost" onPress={() => goToLogin()}>
          登录
        </Button>
      </View>
    </Card>
  )
}

function Body({ userId }: { userId: string }) {
  const classes = useClassesOfToday()
  const balls = useBallsOfToday()
  const failed = [
    { query: classes, title: '今天的课没有取到', outcome: outcomes.listInvitationRecords },
    { query: balls, title: '今天的球局没有取到', outcome: outcomes.listBallRecords },
  ].filter(({ query }) => query.data === undefined && query.error !== null)
  const isWaiting = [classes, balls].some(({ data, error }) => data === undefined && error === null)
  if (isWaiting) return null
  const items = todayItems(classes.data ?? [], balls.data ?? [], userId)
  return (
    <View className="col-12">
      {items.length > 0 && (
        <Card flush>
          <View {...semantics({ role: 'list', label: '今天的课' })}>
            {items.map((item) => (
              <View key={item.key} className={styles.item} {...semantics({ role: 'listitem' })}>
                <Row item={item} />
              </View>
            ))}
          </View>
        </Card>
      )}
      {failed.map(({ query, title, outcome }) => (
        <Card key={title}>
          <ErrorBlock
            title={title}
            cause={failureText(outcome, query.error)}
            busy={query.isFetching}
            onRetry={() => query.refetch()}
            compact
          />
        </Card>
      ))}
      {items.length === 0 && failed.length === 0 && (
        <Card>
          <View className="t-body muted">今天没有课，休息也是训练</View>
        </Card>
      )}
    </View>
  )
}

function Row({ item }: { item: TodayItem }) {
  const { path, beginTimeSlot, endTimeSlot, title, tag, facts } = item
  return (
    <>
      <View
        className={styles.thing}
        hoverClass={styles.pressed}
        {...pressable({
          label: `${whenOf(beginTimeSlot, endTimeSlot)} ${title}，${facts.join('，')}，${tag.text}`,
          onPress: () => goTo(path),
        })}
      >
        <View className={styles.time}>
          <View className={styles.begin}>{timeOf(beginTimeSlot)}</View>
          <View className="t-sub muted">{timeOf(endTimeSlot)}</View>
        </View>
        <View className="grow">
          <View className={styles.todayHead}>
            <View className="shrinks t-headline one-line">{title}</View>
            <Tag kind={tag.kind}>{tag.text}</Tag>
          </View>
          <View className="mt-2 t-sub muted">
            <Facts>{facts}</Facts>
          </View>
        </View>
      </View>
      <View className={classNames(styles.ways, 'beside-12')}>
        <WayThere item={item} />
      </View>
    </>
  )
}

/** Two entries without their words. */
export function TodaySkeleton() {
  return (
    <View className="in-0-0">
      <Card flush>
        {['first', 'second'].map((key) => (
          <View key={key} className={styles.item}>
            <View className={styles.thing}>
              <View className={styles.time}>
                <Skeleton width={48} height={20} />
                <View className={styles.gap} />
                <Skeleton width={40} />
              </View>
              <View className="grow">
                <Skeleton width={140} height={18} />
                <View className={styles.gap} />
                <Skeleton width={200} />
              </View>
            </View>
          </View>
        ))}
      </Card>
    </View>
  )
}

/** 导航: opens the map of the device. Without a map, or without a known position, it copies the address. */
function WayThere({ item: { venueId, place } }: { item: Pick<TodayItem, 'venueId' | 'place'> }) {
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      if ((await openPlace(await placeOf(venueId, place))) === 'copied') showToast('地址已复制', { tone: 'done' })
    } catch {
      showToast('打开失败，请重试', { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="ghost" size="s" icon="pin" label={`导航到 ${place}`} busy={busy} onPress={open}>
      导航
    </Button>
  )
}

async function placeOf(venueId: string | null, place: string): Promise<Place> {
  if (venueId === null) return { name: '', address: place, latitude: null, longitude: null }
  const { name, city, district, address, latitude, longitude } = await call(getVenue, { params: { id: venueId } })
  return { name, address: `${city}${district}${address}`, latitude, longitude }
}
