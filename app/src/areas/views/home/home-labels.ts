import type { BallSummary } from '@paidang/api/areas/activities/balls'
import type { InvitationResponse } from '@paidang/api/areas/activities/classes'
import type { UsualCourse } from '@paidang/api/areas/activities/usual-courses'
import { halfHourOfInstant, WEEKDAY_NAMES } from '@paidang/domain/kernel/day'
import { type HalfHour, whenOf } from '@paidang/domain/kernel/half-hour'
import { ballDetailPath, bookingViewPath } from '../../../paths'
import type { SheetAction } from '../../../ui/action-sheet'
import type { TagKind } from '../../../ui/tag'
import { tagOfStatus } from '../../activities/classes/status-tags'

/** From which half-hour each greeting applies; before the first one it is still the evening's. */
const GREETINGS: readonly { from: HalfHour; text: string }[] = [
  { from: 36, text: '晚上好' },
  { from: 27, text: '下午好' },
  { from: 22, text: '中午好' },
  { from: 10, text: '早上好' },
]

/** The greeting for this time of day in Shanghai, with the user's name if there is one. */
export function greeting(now: Date, nickname?: string): string {
  const halfHour = halfHourOfInstant(now)
  const { text } = GREETINGS.find(({ from }) => halfHour >= from) ?? { text: '晚上好' }
  return nickname ? `${text}，${nickname}` : text
}

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
  return {
    key: `class ${id}`,
    path: bookingViewPath(id),
    beginTimeSlot,
    endTimeSlot,
    title: courseDesignName,
    tag: tagOfStatus(invitation.invitationStatus, invitation.pastReason),
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

/** More names than this are given as a number. */
const MAX_NAMES = 2

/** The company in a class: the coach for a player, the players for the coach. */
export function classCompany({
  role,
  players,
  invitation,
}: Pick<InvitationResponse, 'role' | 'players' | 'invitation'>): string {
  if (role !== 'coach') return `${invitation.coachName} 教练`
  const names = players.map(({ nickname }) => nickname)
  if (names.length === 0) return invitation.initiatorRole === 'player' ? invitation.initiatorName : '等待学员参加'
  const shown = names.slice(0, MAX_NAMES).join('、')
  return names.length > MAX_NAMES ? `${shown} 等 ${names.length} 人` : shown
}

/** The weekly time of a usual course, as in 每周日 18:30–20:00. */
export function weeklyText({
  weekday,
  beginTimeSlot,
  endTimeSlot,
}: Pick<UsualCourse, 'weekday' | 'beginTimeSlot' | 'endTimeSlot'>): string {
  return `每${WEEKDAY_NAMES[weekday]} ${whenOf(beginTimeSlot, endTimeSlot)}`
}

/** The state of a usual course: free, too few hours, already booked by the player, or taken. */
type UsualState = 'free' | 'short' | 'booked' | 'full'

/**
 * The state of a usual course. Missing hours come before a taken time. The player's own class at that time counts as
 * booked.
 */
export function usualStateOf({
  isFree,
  booked,
  availableSessions,
  neededSessions,
}: Pick<UsualCourse, 'isFree' | 'booked' | 'availableSessions' | 'neededSessions'>): UsualState {
  if (availableSessions < neededSessions) return booked ? 'booked' : 'short'
  if (isFree) return 'free'
  return booked ? 'booked' : 'full'
}

/** The menu of a usual course; `isBusy` while one of its actions runs. */
export function usualActions({ pinId }: Pick<UsualCourse, 'pinId'>, isBusy: boolean): SheetAction<'pin' | 'course'>[] {
  return [
    {
      key: 'pin',
      icon: 'star',
      text: pinId === null ? '设为常用' : '取消常用',
      note: pinId === null ? '固定在最前面' : undefined,
      disabled: isBusy,
    },
    { key: 'course', icon: 'document', text: '查看课程' },
  ]
}
