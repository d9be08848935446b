import type { BallDetail } from '@paidang/api/areas/activities/balls'
import { ballCalendarFile } from '@paidang/api/areas/views/calendar'
import { dayOf } from '@paidang/domain/kernel/day'
import { MINUTES_PER_HALF_HOUR, timeOf } from '@paidang/domain/kernel/half-hour'
import { call } from '../../../platform/call'
import { useMinute } from '../../../platform/use-minute'
import { useAddEvent } from '../../../ui/add-event'
import { Button } from '../../../ui/button'
import { Facts } from '../../../ui/dot'
import { Tag } from '../../../ui/tag'
import { Ticket } from '../../../ui/ticket'
import { useBall } from './ball-data'
import { ballWhere, confirmedSeats, dayText, freeSeats } from './parts/ball-labels'
import { useShareBall } from './parts/ball-share'

/**
 * The paid game as a ticket, with buttons for the calendar and for sharing. Nothing for a reader without a seat, or
 * once the game is over.
 */
export function BallTicket({ id }: { id: string }) {
  const { data: ball } = useBall(id, null)
  const isAhead = ball && ball.status !== 'CANCELLED' && ball.status !== 'FINISHED'
  return isAhead && ball.viewer.seat?.state === 'CONFIRMED' ? <KnownTicket ball={ball} /> : null
}

function KnownTicket({ ball }: { ball: BallDetail }) {
  const now = useMinute()
  const sharing = useShareBall(ball, null)
  const calendar = useBallToCalendar(ball)
  const { place, ...words } = ticketText(ball, now)
  const isInitiator = ball.viewer.role === 'initiator'
  return (
    <>
      <Ticket
        {...words}
        tag={<Tag kind="ok">{isInitiator ? '我发起的' : '已报名'}</Tag>}
        place={<Facts>{place}</Facts>}
      />
      <Button kind="plain" full icon="calendar" busy={calendar.isPending} onPress={calendar.add}>
        加到日历
      </Button>
      {(ball.isPublic || ball.share !== null) && (
        <Button kind="plain" full icon="share" share busy={sharing.isBusy} label="分享这场球局" onPress={sharing.hand}>
          分享给球友
        </Button>
      )}
    </>
  )
}

/** Puts a game of the caller into the calendar. */
function useBallToCalendar(ball: BallDetail) {
  const { id, title, initiator, address, startsAt, endsAt } = ball
  const note = `发起人 ${initiator.nickname}${address === null ? '' : `，${address}`}`
  return useAddEvent(
    { title, place: ballWhere(ball), note, startsAt: new Date(startsAt), endsAt: new Date(endsAt) },
    () => call(ballCalendarFile, { params: { id } }),
  )
}

/** Returns the ticket text of a game for a player with a seat: when, where, seat and other players. */
export function ticketText(ball: BallDetail, now: Date) {
  const { title, activityDate, beginTimeSlot, endTimeSlot, maxPlayers, viewer } = ball
  const seats = confirmedSeats(ball)
  const own = seats.findIndex(({ id }) => id === viewer.seat?.id)
  const others = seats.filter(({ id }) => id !== viewer.seat?.id).map(({ user }) => user.nickname)
  const free = freeSeats(ball)
  const rows = [
    ...(own < 0 ? [] : [{ name: '我的名额', value: `第 ${own + 1} 位，共 ${maxPlayers} 位` }]),
    ...(others.length === 0 ? [] : [{ name: '同场', value: others.join('、') }]),
    ...(free === 0 ? [] : [{ name: '还缺', value: `${free} 人` }]),
  ]
  return {
    title,
    place: [dayText(activityDate, dayOf(now), 'dated'), ballWhere(ball)],
    begin: timeOf(beginTimeSlot),
    end: timeOf(endTimeSlot),
    minutes: (endTimeSlot - beginTimeSlot) * MINUTES_PER_HALF_HOUR,
    rows,
  }
}
