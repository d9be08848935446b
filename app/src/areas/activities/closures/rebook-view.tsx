import { type Elsewhere, getInvitation, type Invitation, listElsewhere } from '@paidang/api/areas/activities/classes'
import { dateAndWeekday, weekdayOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { bookingPath, bookingViewPath, coachPagePath } from '../../../paths'
import { CLASSES_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { back, goTo } from '../../../platform/navigate'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { store } from '../../../platform/storage'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'

/** 重新约课: a class whose venue closed, and the next times at which the lesson could be. */
export function RebookView({ id }: { id: string }) {
  const isLoggedIn = useUserId() !== null
  const nothing = <Empty title="没有这节课" line="请从消息里打开" action={{ text: '返回', onPress: back }} />
  return <Page title="重新约课">{!isLoggedIn ? <SignedOut /> : id === '' ? nothing : <Read id={id} />}</Page>
}

function Read({ id }: { id: string }) {
  const { data, cause, isPending, isFetching, refetch } = useRead(CLASSES_KEY, getInvitation, {
    params: { id },
    query: {},
  })
  const skeleton = useSkeleton(isPending)
  if (data) return <Rebook lesson={data} />
  if (cause) return <ErrorBlock title="约课没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  return skeleton ? (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={120} radius={16} />
        <Skeleton height={200} radius={16} />
      </SkeletonGroup>
    </CardStack>
  ) : null
}

/** Opens the booking screen with this time chosen. */
function choose({ courseDesignId, courseDesignName }: Invitation, place: Elsewhere): Promise<void> {
  const { coachId, stadiumId, courtCode, courseDate, beginTimeSlot, endTimeSlot } = place
  const at = { weekday: weekdayOf(courseDate), courseDate, beginTimeSlot, endTimeSlot, courtCode }
  store('usualCourse', { coach: { id: coachId }, stadium: { id: stadiumId }, ...at, courseDesignId, courseDesignName })
  return goTo(bookingPath())
}

function Rebook({ lesson }: { lesson: Invitation }) {
  const { id, trialId, courseDate, beginTimeSlot, endTimeSlot, cancelReason } = lesson
  return (
    <CardStack>
      <Notice tone="info">{`${dateAndWeekday(courseDate)} ${whenOf(beginTimeSlot, endTimeSlot)} 的课已取消：${cancelReason ?? ''}`}</Notice>
      {trialId ? <TrialAgain lesson={lesson} /> : <Times lesson={lesson} />}
      <Card flush>
        <Cell icon="document" title="看取消的约课" onPress={() => goTo(bookingViewPath(id))} />
      </Card>
    </CardStack>
  )
}

/** A trial lesson is asked for on the page of its coach: no hours pay it, and the coach confirms its time. */
function TrialAgain({ lesson: { coachId, coachName } }: { lesson: Invitation }) {
  return (
    <Card flush>
      <Cell
        icon="calendar"
        title="重新约体验课"
        note={`在 ${coachName} 的主页选时间`}
        onPress={() => goTo(coachPagePath(coachId))}
      />
    </Card>
  )
}

function Times({ lesson }: { lesson: Invitation }) {
  const { coachId, courseDesignId, stadiumId, selectedCourt, courseDate, beginTimeSlot, endTimeSlot } = lesson
  const wished = { coachId, courseDesignId, stadiumId, selectedCourt, courseDate, beginTimeSlot, endTimeSlot }
  const { data, cause, isFetching, refetch } = useRead(SCHEDULE_KEY, listElsewhere, { body: wished }, { staleTime: 0 })
  return (
    <Card flush>
      <CardHead inset title="最近能约的时间" tail={lesson.courseDesignName} />
      {data?.map((place) => (
        <Cell
          key={`${place.coachId} ${place.stadiumId} ${place.courseDate} ${place.beginTimeSlot}`}
          icon="calendar"
          title={`${dateAndWeekday(place.courseDate)} ${whenOf(place.beginTimeSlot, place.endTimeSlot)}`}
          note={<WrappedFacts>{[place.coachName, `${place.stadiumName} ${place.courtName}`]}</WrappedFacts>}
          onPress={() => choose(lesson, place)}
        />
      ))}
      {!data && !cause && (
        <SkeletonGroup>
          <Skeleton height={160} radius={16} />
        </SkeletonGroup>
      )}
      {cause && !data && <ErrorBlock compact title="时间没有取到" cause={cause} onRetry={refetch} busy={isFetching} />}
      {data?.length === 0 && <Empty compact title="附近几天没有合适的时间" line="可以在约课页自己选时间" />}
    </Card>
  )
}
