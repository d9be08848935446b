import type { CoachPage } from '@paidang/api/areas/views/coach-pages'
import { errors } from '@paidang/api/catalogue/errors'
import { applyingFault, freeTimeOf } from '@paidang/domain/areas/activities/student-requests/request'
import { dayOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { cashierPath, trialLessonPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { showToast } from '../../../../platform/toast'
import { useMinute } from '../../../../platform/use-minute'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Notice } from '../../../../ui/notice'
import { momentText } from '../../../../ui/time-format'
import { useMyCoaches } from '../../../activities/booking/coaches-data'
import { bookWithCoach } from '../../../activities/booking/start-booking'
import { useWithdrawRequest } from '../../../activities/student-requests/student-requests-data'
import { wishesText, wishText } from '../../../activities/trial-lessons/trial-facts'
import { AlertButton, type Subject } from '../../../activities/vacancies/alert-button'
import { type AskedStart, offeredTrial, useWish } from '../coach-pages-data'
import { askAgainText, MAX_WORDS } from './apply-sheet'
import { FreeTimes } from './free-times'

/** How a reader came: what they pressed before, if anything. */
export type Arrival = {
  asked: AskedStart | undefined
  course: string | undefined
  changes: string | undefined
  /** Whether the address was not looked at yet. */
  isFresh: { current: boolean }
}

/** The player's open request: until when the coach answers, 修改 and 撤回. */
export function OpenRequest({ request, page }: { request: NonNullable<CoachPage['request']>; page: CoachPage }) {
  const { id, course, freeTimes, words, expiresAt } = request
  const now = useMinute()
  const withdraw = useWithdrawRequest()
  const { change } = useWish(page.coach.id)
  return (
    <Card>
      <Notice tone="info" icon="clock">{`申请已发出，最晚 ${momentText(new Date(expiresAt), now)} 答复`}</Notice>
      <View className="row-8 mt-12">
        <Button
          kind="plain"
          size="s"
          disabled={withdraw.isPending}
          onPress={() => change({ courseId: course.id, freeTimes, words, isOpen: true, tab: 'student' })}
        >
          修改申请
        </Button>
        <Button
          kind="plain"
          size="s"
          busy={withdraw.isPending}
          onPress={() => withdraw.act({ params: { id }, body: {} })}
        >
          撤回
        </Button>
      </View>
    </Card>
  )
}

/**
 * 最近可约: the next days with free hours. A press books there, or fills in the usual free time of a request. What a
 * stranger pressed in a list counts as pressed here.
 */
export function FreeDays({ page, asked, course, changes, isFresh }: Arrival & { page: CoachPage }) {
  const { coach, freeDays, tie, request } = page
  const now = useMinute()
  const { wish, change } = useWish(coach.id)
  const { data: coaches } = useMyCoaches(tie === 'STUDENT')
  const isFaulty = applyingFault({ tie, takesStudents: coach.takesStudents }) !== undefined
  const trial = offeredTrial(page)
  const press = (date: string, { beginTimeSlot, stadiumId }: CoachPage['freeDays'][number]['starts'][number]) => {
    const record = coaches?.find((one) => one.coach.id === coach.id)
    if (record) return bookWithCoach(record, { stadiumId, date, beginTimeSlot })
    if (trial) {
      const hour = { date, beginTimeSlot, stadiumId }
      return change({ ...wishOfOwn(page), isOpen: true, tab: 'trial', hours: [hour] })
    }
    const time = freeTimeOf(date, beginTimeSlot)
    const freeTimes = wish.freeTimes.includes(time) ? wish.freeTimes : [...wish.freeTimes, time]
    // A request names usual times; the words name this one.
    const text = wishText({ date, beginTimeSlot }, now)
    const said = wish.words === '' ? `想上 ${text}` : `${wish.words}，${text}`
    const words = wish.words.includes(text) || said.length > MAX_WORDS ? wish.words : said
    change({ freeTimes, words, isOpen: true, tab: 'student' })
  }
  const mayAsk = !isFaulty && request === null && (trial !== undefined || !askAgainText(page, now))
  const isPressed = tie === 'STUDENT' || mayAsk
  const isAsked = (date: string, at: number) => asked?.date === date && asked.beginTimeSlot === at
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the page as it was opened.
  useEffect(() => {
    const isFirst = isFresh.current && !wish.isResumed
    isFresh.current = false
    if (!isFirst) return
    if (course && page.courses.some(({ id }) => id === course)) change({ courseId: course })
    const own = changes ? wishOfOwn(page) : undefined
    if (own) change({ ...own, isOpen: true })
    const start = freeDays
      .flatMap(({ date, starts }) => starts.map((one) => ({ date, ...one })))
      .find(({ date, beginTimeSlot }) => isAsked(date, beginTimeSlot))
    if (start && isPressed && tie !== 'STUDENT') press(start.date, start)
    if (asked && !start) showToast('这个时间刚被约走，看看其他时间')
  }, [])
  return (
    <Card>
      <CardHead title="最近可约" tail={isPressed && freeDays.length > 0 ? '点一个时间' : undefined} />
      <FreeTimes
        coachId={coach.id}
        freeDays={freeDays}
        isChosen={(date, { beginTimeSlot }) => isAsked(date, beginTimeSlot)}
        onPress={isPressed ? press : undefined}
      />
      {tie === 'STUDENT' && page.courses.length > 0 && page.venues.length > 0 && (
        <View className="wrap-8-12 mt-12">
          <View className="t-sub muted">没有合适的时间？</View>
          <AlertButton subject={awaitedOf(page)} day={dayOf(now)} />
        </View>
      )}
    </Card>
  )
}

/** What a student may wait for: any course of the coach at any of the venues. */
const awaitedOf = ({ coach, courses, venues }: CoachPage): Subject => ({
  kind: 'CLASS',
  coachId: coach.id,
  courses: courses.map(({ id, courseName, sessionDuration }) => ({ id, name: courseName, minutes: sessionDuration })),
  venues,
  name: coach.nickname,
})

/** The reader's unpaid trial lesson as the sheet changes it; undefined without one. */
function wishOfOwn(page: CoachPage) {
  const own = offeredTrial(page)?.own
  if (!own) return undefined
  const hours = own.wishes.map(({ date, beginTimeSlot, stadiumId }) => ({ date, beginTimeSlot, stadiumId }))
  return { tab: 'trial' as const, hours, words: own.words }
}

type Own = NonNullable<NonNullable<CoachPage['trial']>['own']>

/** The reader's own trial lesson with this coach: where it stands, and where it goes on. */
export function OwnTrial({ page, own }: { page: CoachPage; own: Own }) {
  const { id, state, expiresAt, wishes } = own
  const now = useMinute()
  const { change } = useWish(page.coach.id)
  const changed = wishOfOwn(page)
  const text =
    state === 'UNPAID'
      ? `${wishesText(wishes, now)} 的体验课还没有付款，付款后教练才会收到`
      : state === 'CONFIRMED'
        ? '体验课已约成'
        : `体验课已付款，最晚 ${momentText(new Date(expiresAt ?? now), now)} 答复`
  return (
    <Card>
      <Notice tone={state === 'CONFIRMED' ? 'ok' : 'info'} icon="clock">
        {text}
      </Notice>
      <View className="row-8 mt-12">
        <Button kind="plain" size="s" onPress={() => goTo(trialLessonPath(id))}>
          查看体验课
        </Button>
        {changed && (
          <Button kind="plain" size="s" onPress={() => change({ ...changed, isOpen: true })}>
            改时间
          </Button>
        )}
      </View>
    </Card>
  )
}

/** 约课 for a student; 申请成为学员 for who may ask, with the reason where one may not. */
export function MainAction({ page }: { page: CoachPage }) {
  const { coach, courses, tie, request } = page
  const now = useMinute()
  const { change } = useWish(coach.id)
  const { data: coaches } = useMyCoaches(tie === 'STUDENT')
  if (tie === 'SELF' || request) return null
  if (tie === 'STUDENT') {
    const record = coaches?.find((one) => one.coach.id === coach.id)
    return (
      <ActionBar
        actions={
          <Button full icon="calendar" disabled={!record} onPress={() => record && bookWithCoach(record)}>
            约课
          </Button>
        }
      />
    )
  }
  const fault = applyingFault({ tie, takesStudents: coach.takesStudents })
  const trial = offeredTrial(page)
  const hasCourses = courses.length > 0 || trial !== undefined
  const later = askAgainText(page, now)
  const reason = fault ? errors[fault].message : hasCourses ? later : '这位教练还没有开课'
  if (trial && !fault) {
    return (
      <ActionBar
        actions={
          <>
            {courses.length > 0 && !later && (
              <Button kind="plain" full onPress={() => change({ isOpen: true, tab: 'student' })}>
                申请成为学员
              </Button>
            )}
            {trial.own?.orderId ? (
              <Button full onPress={() => goTo(cashierPath(trial.own?.orderId ?? ''))}>
                去支付
              </Button>
            ) : (
              <Button full onPress={() => change({ isOpen: true, tab: 'trial' })}>
                {`约体验课 ¥${yuanOf(trial.priceFen)}`}
              </Button>
            )}
          </>
        }
      />
    )
  }
  return (
    <ActionBar
      actions={
        <Button
          full
          disabled={reason !== undefined}
          {...(reason !== undefined && { reason })}
          onPress={() => change({ isOpen: true, tab: 'student' })}
        >
          申请成为学员
        </Button>
      }
    />
  )
}
