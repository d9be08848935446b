import { venuesOfCoach } from '@paidang/api/areas/places/venues'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { findVenuePath, newVenuePath } from '../../../paths'
import { VENUES_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { useHeldRows } from '../../../platform/held-rows'
import { goTo } from '../../../platform/navigate'
import { showFailed } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardStack, SectionHead } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { RefreshBar, useSkeleton } from '../../../ui/skeleton'
import { sentText } from '../../ground/messages/message-labels'
import { type ShownMessage, useVenueRequests } from '../../ground/messages/messages-data'
import { Verdicts } from '../../ground/messages/verdicts'
import { CoachKnown } from './coach-known'
import styles from './my-venues-view.module.scss'
import { VenueCard, VenuesSkeleton } from './parts/venue-cards'
import { useManagedVenues, useVenuesOfCoach } from './venues-data'

const KEYS = [VENUES_KEY]

/** 我的场馆: where the coach teaches, the managed venues, and requests. */
export function MyVenuesView() {
  return (
    <Page title="我的场馆">
      <CoachKnown>{() => <MyVenues />}</CoachKnown>
    </Page>
  )
}

function MyVenues() {
  const managed = useManagedVenues()
  const all = useVenuesOfCoach()
  const requests = useVenueRequests()
  const skeleton = useSkeleton(managed.isPending || all.isPending)
  useFreshOnShow(KEYS)
  const refetch = () => Promise.all([managed.refetch(), all.refetch(), requests.refetch()])
  usePullDownRefresh(async () => {
    const [first, second] = await refetch()
    const failure = first.error ?? second.error
    if (failure) showFailed(venuesOfCoach.outcome, failure)
    Taro.stopPullDownRefresh()
  })

  if (skeleton) return <VenuesSkeleton />
  const cause = managed.cause ?? all.cause
  if (!managed.data || !all.data) {
    return cause ? (
      <ErrorBlock title="场馆没有取到" cause={cause} onRetry={refetch} busy={managed.isFetching || all.isFetching} />
    ) : null
  }
  const managedIds = managed.data.map(({ id }) => id)
  const others = all.data.filter(({ id }) => !managedIds.includes(id))
  return (
    <>
      <RefreshBar on={managed.isFetching || all.isFetching} />
      {requests.data && <Requests requests={requests.data} isFetching={requests.isFetching} />}
      {managed.data.length === 0 && others.length === 0 && (
        <Empty title="还没有场馆" line="关联场馆并通过审核后，学员就能约你在那里上课" />
      )}
      {managed.data.length > 0 && (
        <>
          <SectionHead title="管理的场馆" />
          <CardStack className={styles.stack}>
            {managed.data.map((venue) => (
              <VenueCard key={venue.id} venue={venue} waitingRequests={venue.waitingRequests} />
            ))}
          </CardStack>
        </>
      )}
      {others.length > 0 && (
        <>
          <SectionHead title="关联的场馆" />
          <CardStack className={styles.stack}>
            {others.map((venue) => (
              <VenueCard key={venue.id} venue={venue} />
            ))}
          </CardStack>
        </>
      )}
      <ActionBar
        actions={
          <>
            <Button kind="plain" full onPress={() => goTo(newVenuePath())}>
              新增场馆
            </Button>
            <Button full onPress={() => goTo(findVenuePath())}>
              关联场馆
            </Button>
          </>
        }
      />
    </>
  )
}

function Requests({
  requests: { rows, total },
  isFetching,
}: {
  requests: NonNullable<ReturnType<typeof useVenueRequests>['data']>
  isFetching: boolean
}) {
  const now = useMinute()
  const held = useHeldRows(rows, { isFetching, keyOf: ({ id }) => id })
  if (held.rows.length === 0) return null
  return (
    <View>
      <SectionHead title={`待处理的申请 ${total}`} />
      <CardStack className={styles.stack}>
        {held.rows.map(({ row, isOver }) => (
          <RequestCard key={row.id} message={row} isOver={isOver} now={now} />
        ))}
      </CardStack>
    </View>
  )
}

/** The request of a coach to teach at a venue that the reader manages, with 同意 or 拒绝. */
function RequestCard({ message, isOver, now }: { message: ShownMessage; isOver: boolean; now: Date }) {
  const { id, sender, title, content, createTime } = message
  return (
    <Card className="beside-12">
      <Avatar id={sender?.id ?? id} src={sender?.avatar} size={40} />
      <View className="grow">
        <View className={styles.head}>
          <View className={styles.title}>{title}</View>
          <View className={classNames(styles.when, 't-caption')}>{isOver ? '已处理' : sentText(createTime, now)}</View>
        </View>
        <View className="t-sub muted">{content}</View>
        <View className={isOver ? 'unseen' : undefined} {...semantics({ hidden: isOver })}>
          <Verdicts message={message} />
        </View>
      </View>
    </Card>
  )
}
