import type { Vacancy, VacancyAlert, VacancyLost } from '@paidang/api/areas/activities/vacancies'
import { bookVacancy, VACANCY_LOSSES } from '@paidang/api/areas/activities/vacancies'
import { ApiError } from '@paidang/api/catalogue/errors'
import { ALERT_DAYS, type AlertState } from '@paidang/domain/areas/activities/vacancies/alert'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { ballDetailPath, bookingViewPath, coachesPath } from '../../../paths'
import { type HeldRow, useHeldRows } from '../../../platform/held-rows'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showFailed, showToast } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { confirm } from '../../../ui/confirm'
import { DayPicker } from '../../../ui/day-picker'
import { WrappedFacts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { Sheet } from '../../../ui/sheet'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { dateText } from '../../../ui/time-format'
import { AlertSheet } from './alert-sheet'
import {
  COURT_GAME,
  daysText,
  placeText,
  subjectText,
  timeText,
  useBookVacancy,
  useEndAlert,
  useExtendAlert,
  useMyAlerts,
} from './vacancies-data'

/** 空位提醒: the user's alerts with what they told, which one press books. */
export function AlertsView() {
  const isLoggedIn = useUserId() !== null
  return (
    <Page title="空位提醒">
      {isLoggedIn ? <Alerts /> : <SignedOut />}
      <AlertSheet />
    </Page>
  )
}

function Alerts() {
  const { data, cause, isPending, isFetching, refetch } = useMyAlerts()
  const skeleton = useSkeleton(isPending)
  const held = useHeldRows(data?.flatMap(rowsOf), { isFetching, keyOf: keyOfRow, comes: 'later' })
  if (data?.length === 0)
    return (
      <Empty
        title="还没有空位提醒"
        line="约满的教练、场馆和球局页面里，点“有空告诉我”"
        action={{ text: '找教练', onPress: () => goTo(coachesPath()) }}
      />
    )
  if (data)
    return (
      <>
        <CardStack className="grow">
          {data.map((alert) => (
            <AlertCard key={alert.id} alert={alert} offers={offersIn(held.rows, alert)} />
          ))}
        </CardStack>
        {held.later > 0 && (
          <ActionBar
            actions={
              <Button full onPress={held.renew}>
                有新的空位，点这里看
              </Button>
            }
          />
        )}
      </>
    )
  if (cause) return <ErrorBlock title="空位提醒没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
  return skeleton ? (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={160} radius={16} />
        <Skeleton height={160} radius={16} />
      </CardStack>
    </SkeletonGroup>
  ) : null
}

/** What became free for an alert, or its foot, which ends it by a press: what comes above the foot waits. */
type Row = { alertId: string; offer?: Vacancy }

const rowsOf = ({ id, offers }: VacancyAlert): Row[] => [
  ...offers.map((offer) => ({ alertId: id, offer })),
  { alertId: id },
]
const keyOfOffer = ({ toldAt, ballId, day, beginTimeSlot }: Vacancy) => `${toldAt} ${ballId} ${day} ${beginTimeSlot}`
const keyOfRow = ({ alertId, offer }: Row) => `${alertId} ${offer ? keyOfOffer(offer) : 'foot'}`

/** The offers of an alert in their places. One that left was taken. */
const offersIn = (rows: readonly HeldRow<Row>[], { id }: VacancyAlert): Vacancy[] =>
  rows.flatMap(({ row: { alertId, offer }, isOver }) =>
    alertId === id && offer ? [isOver ? { ...offer, isFree: false } : offer] : [],
  )

const STATES: Record<AlertState, { text: string; kind: 'ok' | 'wait' | 'mute' }> = {
  WAITING: { text: '等空位', kind: 'wait' },
  BOOKED: { text: '已约上', kind: 'ok' },
  ENDED: { text: '已结束', kind: 'mute' },
  EXPIRED: { text: '已过期', kind: 'mute' },
}

function AlertCard({ alert, offers }: { alert: VacancyAlert; offers: readonly Vacancy[] }) {
  const { id, kind, state, lastDay, firstDay, beginTimeSlot, endTimeSlot, length, course } = alert
  const now = useMinute()
  const end = useEndAlert()
  const [isMoving, setIsMoving] = useState(false)
  const isWaiting = state === 'WAITING'
  const facts = [
    `${daysText(alert)} ${whenOf(beginTimeSlot, endTimeSlot)}`,
    ...(kind === 'GAME' ? ['我的等级能参加的'] : [`${length / 2} 小时`]),
    ...(course ? [course.name] : []),
    ...(firstDay === lastDay ? [] : [`到 ${dateText(lastDay, now)}`]),
  ]
  return (
    <Card>
      <CardHead title={subjectText(alert)} tail={<Tag kind={STATES[state].kind}>{STATES[state].text}</Tag>} />
      <View className="t-sub muted">
        <WrappedFacts>{facts}</WrappedFacts>
      </View>
      {isWaiting && <Offers alert={alert} offers={offers} />}
      {isWaiting && offers.length === 0 && <View className="mt-8 t-sub muted">还没有空位，有了会发消息</View>}
      {isWaiting && (
        <View className="wrap-8 mt-12">
          <Button kind="plain" size="s" onPress={() => setIsMoving(true)}>
            改截止日期
          </Button>
          <Button kind="plain" size="s" busy={end.isPending} onPress={() => end.act({ params: { id }, body: {} })}>
            结束提醒
          </Button>
        </View>
      )}
      <Until alert={alert} open={isMoving} onClose={() => setIsMoving(false)} />
    </Card>
  )
}

function Until({ alert, open, onClose }: { alert: VacancyAlert; open: boolean; onClose: () => void }) {
  const today = dayOf(useMinute())
  const extend = useExtendAlert()
  const choose = (lastDay: string) => extend.act({ params: { id: alert.id }, body: { lastDay } }, { onDone: onClose })
  return (
    <Sheet open={open} onClose={onClose} title="等到哪天">
      <View className="in-8-16">
        <DayPicker
          value={alert.lastDay}
          min={today}
          max={addDays(today, ALERT_DAYS)}
          label="等到哪天"
          onChange={choose}
        />
      </View>
    </Sheet>
  )
}

/** What became free: one press books it. Where it is lost, what else is free is offered in the same place. */
function Offers({ alert: { id, kind }, offers }: { alert: VacancyAlert; offers: readonly Vacancy[] }) {
  const refused = async (failure: Error) => {
    if (!(failure instanceof ApiError) || !VACANCY_LOSSES.some((code) => code === failure.code))
      return showFailed(bookVacancy.outcome, failure)
    const { next } = failure.data as VacancyLost
    if (!next) return showToast(`${failure.message}，再有空位会告诉您`, { tone: 'failed' })
    const isWanted = await confirm({
      title: failure.message,
      line: `还有 ${timeText(next)}，${placeText(next)}`,
      confirmText: '约这个',
      cancelText: '再等等',
    })
    if (isWanted) press(next)
  }
  const book = useBookVacancy(refused)
  const press = ({ ballId, day, beginTimeSlot, selectedCourt }: Vacancy) =>
    book.act(
      { params: { id }, body: ballId ? { ballId } : { day, beginTimeSlot, selectedCourt: selectedCourt ?? 0 } },
      {
        onDone: (done) =>
          goTo(done.invitationId ? bookingViewPath(done.invitationId) : ballDetailPath(done.ballId ?? '')),
      },
    )
  if (offers.length === 0) return null
  return (
    <View className="col-12 mt-12">
      {kind === 'COURT' && <View className="t-caption muted">{COURT_GAME}</View>}
      {offers.map((offer) => (
        <View key={keyOfOffer(offer)} className="wrap-8-12">
          <View className="words">
            <View className="t-strong">{timeText(offer)}</View>
            <View className="t-caption muted">{placeText(offer)}</View>
          </View>
          {offer.isFree ? (
            <Button
              size="s"
              busy={book.isPending}
              label={`${BOOK[kind]} ${timeText(offer)}`}
              onPress={() => press(offer)}
            >
              {BOOK[kind]}
            </Button>
          ) : (
            <Tag kind="mute">已被约走</Tag>
          )}
        </View>
      ))}
    </View>
  )
}

const BOOK = { CLASS: '约课', COURT: '订场', GAME: '报名' } as const
