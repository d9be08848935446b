import type { BallSummary } from '@paidang/api/areas/balls'
import type { InvitationResponse } from '@paidang/api/areas/classes'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/classes/invitation-status'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import { ballDetailPath, bookingViewPath } from '../../../../paths'
import type { TagKind } from '../../../../ui/tag'
import { STATUS_TAGS } from '../../../activities/classes/status-tags'
import { classCompany } from './today-labels'

/** A class or a game of today, as the page shows it. `venueId` is its venue; null where the place is only a text. */
export type TodayItem = {
  key: string
  path: string
  beginTimeSlot: HalfHour
  endTimeSlot: HalfHour
  title: string
  tag: { text: string; kind: TagKind }
  facts: string[]
  venueId: string | null
  place: string
}

/** The user's entries of today, by begin. */
export function todayItems(
  classes: readonly InvitationResponse[],
  balls: readonly BallSummary[],
  userId: string | null,
): TodayItem[] {
  const all = [...classes.map(itemOfClass), ...balls.map((ball) => itemOfBall(ball, userId))]
  return all.sort((a, b) => a.beginTimeSlot - b.beginTimeSlot)
}

function itemOfClass(response: InvitationResponse): TodayItem {
  const { invitation } = response
  const { id, beginTimeSlot, endTimeSlot, courseDesignName, stadiumId, stadiumName, courtName } = invitation
  const status = invitation.invitationStatus
  return {
    key: `class ${id}`,
    path: bookingViewPath(id),
    beginTimeSlot,
    endTimeSlot,
    title: courseDesignName,
    tag: { text: INVITATION_STATUS_NAMES[status], kind: STATUS_TAGS[status] },
    facts: [classCompany(response), `${stadiumName} ${courtName}`],
    venueId: stadiumId,
    place: stadiumName,
  }
}

function itemOfBall(ball: BallSummary, userId: string | null): TodayItem {
  const { id, beginTimeSlot, endTimeSlot, title, stadiumId, stadiumName, courtName, place, seatsTaken, maxPlayers } =
    ball
  const where = stadiumName ?? place
  return {
    key: `ball ${id}`,
    path: ballDetailPath(id),
    beginTimeSlot,
    endTimeSlot,
    title,
    tag: tagOf(ball, userId),
    facts: [`${seatsTaken}/${maxPlayers} 人`, courtName === null ? where : `${where} ${courtName}`],
    venueId: stadiumId,
    place: where,
  }
}

function tagOf({ status, mySeat, initiatorId }: BallSummary, userId: string | null): TodayItem['tag'] {
  if (status === 'UNPAID' || mySeat === 'HELD') return { text: '待支付', kind: 'wait' }
  if (mySeat === 'OFFERED') return { text: '名额待接受', kind: 'wait' }
  return { text: initiatorId === userId ? '我发起的' : '已报名', kind: 'ok' }
}
