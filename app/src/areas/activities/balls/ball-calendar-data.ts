import type { BallDetail } from '@paidang/api/areas/balls'
import { ballCalendarFile } from '@paidang/api/areas/calendar'
import { call } from '../../../platform/call'
import { useAddEvent } from '../../../ui/add-event'
import { ballWhere } from './parts/ball-labels'

/** Puts a game of the caller into the calendar. */
export function useBallToCalendar(ball: BallDetail) {
  const { id, title, initiator, address, startsAt, endsAt } = ball
  const note = `发起人 ${initiator.nickname}${address === null ? '' : `，${address}`}`
  return useAddEvent(
    { title, place: ballWhere(ball), note, startsAt: new Date(startsAt), endsAt: new Date(endsAt) },
    () => call(ballCalendarFile, { params: { id } }),
  )
}
