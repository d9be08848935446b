import type { BallDetail } from '@paidang/api/areas/balls'
import { dayOf } from '@paidang/domain/kernel/day'
import { MINUTES_PER_HALF_HOUR, timeOf } from '@paidang/domain/kernel/half-hour'
import { ballWhere, confirmedSeats, dayText, freeSeats } from './ball-labels'

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
