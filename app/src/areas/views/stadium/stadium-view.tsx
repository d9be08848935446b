import type { CoachRecord } from '@paidang/api/areas/places/relations'
import { getVenue, type Venue } from '@paidang/api/areas/places/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import { RELEASE_AFTER_MINUTES } from '@paidang/domain/areas/activities/arrivals/arrival'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useShareAppMessage } from '@tarojs/taro'
import { ballDetailPath, coachesPath, publishBallPath, stadiumDetailPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { callPhone } from '../../../platform/phone'
import { useUserId } from '../../../platform/session'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { ListEnd } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { VenuePicture } from '../../../ui/venue-picture'
import { RunningCard } from '../../activities/arrivals/running-card'
import { BallCard } from '../../activities/balls/ball-card'
import { useBallList } from '../../activities/balls/ball-data'
import { GamesOnCourts } from '../../activities/balls/games-on-courts'
import { useMyCoaches } from '../../activities/booking/coaches-data'
import { bookAtVenue, isWithoutCoachAt } from '../../activities/booking/start-booking'
import { useIsCoach } from '../../people/auth/identity'
import { PlaceLink } from '../../places/venues/place-link'
import { placeText } from '../../places/venues/venue-labels'
import { useManagedVenues, useVenue } from '../../places/venues/venues-data'
import { FewCoaches } from '../coach-pages/coach-list'
import { FreeTimesCard } from './parts/free-times'
import styles from './stadium-view.module.scss'

/** 场馆详情: a venue with its place, courts, free times, coaches and games. Open to everybody. */
export function StadiumView({ id = '' }: { id?: string | undefined }) {
  const { data: venue, error, cause, isPending, isFetching, refetch } = useVenue(id)
  const waits = id !== '' && isPending
  const skeleton = useSkeleton(waits)
  useShareAppMessage(() => ({ title: venue?.name ?? '场馆详情', path: stadiumDetailPath(id) }))
  return (
    <Page title="场馆详情">
      {skeleton ? (
        <StadiumSkeleton />
      ) : venue ? (
        <Stadium venue={venue} />
      ) : waits ? null : !cause || (error instanceof ApiError && error.status < 500) ? (
        <Empty title="场馆不存在" line="它可能还没有通过审核，或者已经关闭" action={{ text: '返回', onPress: back }} />
      ) : (
        <ErrorBlock title={getVenue.outcome.failed} cause="请检查网络后重试" onRetry={refetch} busy={isFetching} />
      )}
    </Page>
  )
}

function Stadium({ venue }: { venue: Venue }) {
  const { id, name, avatar, phone, firstStart, lastStart, releasesCourts } = venue
  const isLoggedIn = useUserId() !== null
  const isCoach = useIsCoach()
  const { data: managed } = useManagedVenues(isCoach)
  const isManager = managed?.some((own) => own.id === id) ?? false
  const { data: coaches } = useMyCoaches()
  // A coach also books for students. Whether that is possible here is checked on the booking tab.
  const isStranger = !isLoggedIn || (!isCoach && isWithoutCoachAt(id, coaches))
  return (
    <>
      <CardStack className={styles.stack}>
        <Card flush>
          <View className={styles.picture}>
            <VenuePicture id={name} src={avatar} size="cover" />
          </View>
          <View className={styles.name} {...semantics({ role: 'heading', level: 2 })}>
            {name}
          </View>
          <Cell icon="pin" title={placeText(venue)} tail={<PlaceLink venue={venue} />} />
          {phone && (
            <Cell
              icon="phone"
              title="电话"
              value={phone}
              label={`拨打电话 ${phone}`}
              onPress={() => callPhone(phone)}
            />
          )}
          <Cell icon="clock" title="营业时间" value={whenOf(firstStart, lastStart + 1)} />
          {releasesCourts && (
            <Cell icon="info" title={`开始 ${RELEASE_AFTER_MINUTES} 分钟后还没有人到场，场馆可以释放场地`} />
          )}
        </Card>
        {isManager && <RunningCard stadiumId={id} releasesCourts={releasesCourts} />}
        <FreeTimesCard venue={venue} />
        {isManager && <GamesOnCourts stadiumId={id} />}
        <CoachesHere stadiumId={id} own={coaches ?? []} />
        <GamesHere stadiumId={id} />
      </CardStack>
      <ActionBar
        actions={
          <>
            <Button kind="plain" full onPress={() => goTo(publishBallPath({ stadiumId: id }))}>
              在这里发起约球
            </Button>
            <Button
              full
              onPress={() => (isStranger ? goTo(coachesPath({ stadiumId: id })) : bookAtVenue(id, coaches ?? []))}
            >
              在这里约课
            </Button>
          </>
        }
      />
    </>
  )
}

function StadiumSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack className={styles.stack}>
        <Skeleton height={160} radius={16} />
        <Skeleton height={120} radius={16} />
        <Skeleton height={280} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}

type CoachesProps = {
  stadiumId: string
  /** The reader's own coaches who teach there. */
  own: readonly CoachRecord[]
}

const COACHES_SHOWN = 5

/** The coaches at the venue, the reader's own ones marked, each leading to the coach's page. */
function CoachesHere({ stadiumId, own }: CoachesProps) {
  return (
    <View>
      <View className={styles.head} {...semantics({ role: 'heading', level: 2 })}>
        在这里授课的教练
      </View>
      <FewCoaches size={COACHES_SHOWN} stadiumId={stadiumId} ownIds={own.map(({ coach }) => coach.id)} />
    </View>
  )
}

/** The upcoming public games at the venue, the soonest first. */
function GamesHere({ stadiumId }: { stadiumId: string }) {
  const list = useBallList({ stadiumId }, 'asc', true)
  const { data, cause, isPending, isFetching, hasNextPage, refetch } = list
  const skeleton = useSkeleton(isPending)
  return (
    <View>
      <View className={styles.head} {...semantics({ role: 'heading', level: 2 })}>
        这里的球局
      </View>
      {skeleton ? (
        <SkeletonGroup>
          <Skeleton height={132} radius={16} />
        </SkeletonGroup>
      ) : !data ? (
        cause && (
          <Card>
            <ErrorBlock title="球局没有取到" cause={cause} onRetry={refetch} busy={isFetching} compact />
          </Card>
        )
      ) : data.rows.length === 0 ? (
        <Card className="between t-sub muted">
          <View>这里还没有公开的球局</View>
          <Button kind="ghost" size="s" onPress={() => goTo(publishBallPath({ stadiumId }))}>
            发起一场
          </Button>
        </Card>
      ) : (
        <View className="col-12">
          {data.rows.map((ball) => (
            <BallCard key={ball.id} ball={ball} onPress={() => goTo(ballDetailPath(ball.id))} />
          ))}
        </View>
      )}
      {hasNextPage && <ListEnd list={list} of="约球" />}
    </View>
  )
}
