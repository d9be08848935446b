import * as classes from '@paidang/api/areas/activities/classes'
import { NEAREST } from '@paidang/api/shapes'
import {
  type ActionRefusal,
  effectiveStatus,
  isLive,
  isOffered,
  whyNot,
} from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { isOut, SEAT_STATE_NAMES } from '@paidang/domain/areas/activities/classes/seat'
import { addDays, type Day } from '@paidang/domain/kernel/day'
import type { InfiniteData } from '@tanstack/react-query'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { usePages, useSteps } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useToday } from '../../../platform/use-minute'
import type { TagKind } from '../../../ui/tag'
import { momentText } from '../../../ui/time-format'
import { statusTag, TO_AGREE, withInstants } from './parts/invitation-info'
import { STATUS_TAGS } from './status-tags'

/** The tabs of 我的约课; `all` is every status. Source: specification §4 "Lists". */
export const CLASS_TABS = [
  { key: 'all', text: '全部' },
  { key: 'PENDING', text: INVITATION_STATUS_NAMES.PENDING },
  { key: 'CONFIRMED', text: INVITATION_STATUS_NAMES.CONFIRMED },
  { key: 'COMPLETED', text: INVITATION_STATUS_NAMES.COMPLETED },
  { key: 'CANCELLED', text: INVITATION_STATUS_NAMES.CANCELLED },
] as const

/** A status by which the list can be filtered. */
export type ClassStatus = (typeof CLASS_TABS)[number]['key']

/** The statuses that each tab requests from the server. A request without an answer counts as cancelled. */
const STATUSES_OF_TAB: Record<ClassStatus, string> = {
  all: 'all',
  PENDING: 'PENDING',
  CONFIRMED: 'CONFIRMED',
  COMPLETED: 'COMPLETED',
  CANCELLED: 'CANCELLED,EXPIRED',
}

/** Returns the tab that an address asks for; 全部 when it names none. */
export function classStatusOf(text: string | undefined): ClassStatus {
  return CLASS_TABS.find(({ key }) => key === text)?.key ?? 'all'
}

/** A class in the caller's list, with instants as Dates. */
export type MyClass = ReturnType<typeof toMyClass>

/** Converts the instants of a row into Dates. */
export function toMyClass(row: classes.InvitationResponse) {
  return { ...row, responseTime: new Date(row.responseTime), invitation: withInstants(row.invitation) }
}

/** The days from `from` until `until`, which is exclusive. */
export type AgendaSpan = { from: Day; until: Day }

/** Number of days of the agenda in one request. */
const AGENDA_DAYS = 31

/** Who takes a class and teaches it has two rows. */
const keyOf = ({ id, role }: classes.InvitationResponse) => `${id}-${role}`

/** Returns the caller's classes as player and as coach, page by page. Future classes come first, the nearest first. */
export function useMyClasses(status: ClassStatus) {
  return usePages(
    CLASSES_KEY,
    classes.pageOfUser,
    { query: { sort: NEAREST, 'invitation.invitationStatus': STATUSES_OF_TAB[status] } },
    // Changing the tab reloads it.
    { show: toMyClass, keyOf, staleTime: 0 },
  )
}

/**
 * Returns the caller's classes from today on, 31 days at a time, and the days that they cover. A period without any
 * class is the last one, because nobody can book further ahead.
 */
export function useAgenda() {
  const userId = useUserId()
  const today = useToday()
  return useSteps({
    queryKey: [...CLASSES_KEY, 'agenda', userId, today],
    read: (from: Day, signal) => call(classes.agenda, { query: { from, days: AGENDA_DAYS } }, { signal }),
    first: today,
    next: (rows, from) => (rows.length > 0 ? addDays(from, AGENDA_DAYS) : undefined),
    select: toAgenda,
    isEnabled: userId !== null,
  })
}

function toAgenda({ pages, pageParams }: InfiniteData<classes.InvitationResponse[], Day>): {
  rows: MyClass[]
  span: AgendaSpan
} {
  const [from = ''] = pageParams
  return {
    rows: pages.flat().map(toMyClass),
    span: { from, until: addDays(from, pages.length * AGENDA_DAYS) },
  }
}

/**
 * Returns text and look of a class for its reader. A player who is out reads that it is over, whatever its status. A
 * player who has not agreed to a change reads that first.
 */
export function rowTag(
  { role, responseStatus, mustAgree, invitation }: MyClass,
  now: Date,
): { text: string; kind: TagKind } {
  if (!isLive(effectiveStatus(invitation, now))) return statusTag(invitation, now)
  if (responseStatus === 'LEFT' || responseStatus === 'DECLINED')
    return { text: SEAT_STATE_NAMES[responseStatus], kind: 'mute' }
  if (isOffered(invitation))
    return { text: role === 'initiator' ? '待你答复' : '待学员答复', kind: STATUS_TAGS.PENDING }
  return mustAgree && invitation.pastReason === null
    ? { text: TO_AGREE, kind: STATUS_TAGS.PENDING }
    : statusTag(invitation, now)
}

/**
 * Returns until when a waiting class is answered, as in 11.20 21:00 前答复, with the time that was asked where the coach
 * offers another, and what was changed since it was first sent; undefined for any other, or a reader who is out.
 */
export function dueText({ responderId, responseStatus, invitation }: MyClass, now: Date): string | undefined {
  const waits = effectiveStatus(invitation, now) === 'PENDING' && !isOut(responseStatus)
  if (!waits) return undefined
  const { askedStartsAt, changed, initiatorId, initiatorName } = invitation
  const asked = askedStartsAt ? `原申请 ${momentText(askedStartsAt, now)}，` : ''
  const since = changed ? `${initiatorId === responderId ? '你' : initiatorName}${changed}，` : ''
  return `${asked}${since}${momentText(invitation.expiresAt, now)} 前答复`
}

/** Returns how the reader became part of the class, where they did not book it. */
export function originText({ role, responseStatus, invitation }: MyClass): string | undefined {
  if (responseStatus === 'INVITED') return '邀请你'
  return role === 'coach' && invitation.initiatorRole === 'coach' && invitation.initiatorId === invitation.coachId
    ? '我发起'
    : undefined
}

/** What a card offers besides opening the class. With a refusal the button is shown with its reason. */
export type CardAnswer = { action: 'confirm' | 'accept' | 'join' | 'calendar'; refusal?: ActionRefusal }

/**
 * Returns the one action of the reader that the class waits for, by the rule of the server. It is the coach's
 * confirmation, or taking a seat or agreeing again. For a confirmed class it is adding it to the calendar. Null when
 * there is nothing to do.
 */
export function cardAnswer({ role, responseStatus, mustAgree, invitation }: MyClass, now: Date): CardAnswer | null {
  // The players of a class of the past read why it was entered before they answer.
  if (isOut(responseStatus) || invitation.pastReason !== null) return null
  if (role === 'coach') {
    const refusal = whyNot('confirm', invitation, ['coach'], now)
    // A request that waits for a contract shows the button with its reason. Any other unconfirmable request shows no
    // button.
    if (!refusal || refusal === 'invitation_needs_contract') return { action: 'confirm', refusal }
  }
  if (role === 'initiator' && whyNot('accept', invitation, ['initiator'], now) === undefined)
    return { action: 'accept' }
  if (role === 'participant') {
    const actor = responseStatus === 'JOINED' ? 'participant' : 'viewer'
    const refusal = whyNot('join', { ...invitation, mustAgree }, [actor], now)
    if (!refusal || refusal === 'invitation_full') return { action: 'join', refusal }
  }
  const stands = effectiveStatus(invitation, now) === 'CONFIRMED' && now.getTime() < invitation.startsAt.getTime()
  return stands && responseStatus !== 'INVITED' ? { action: 'calendar' } : null
}

/** Returns how full a class for several is, as in 2/3 人; undefined for a class of one. */
export function seatsText({ invitation: { participantsCount, seatsTaken } }: MyClass): string | undefined {
  return participantsCount > 1 ? `${seatsTaken}/${participantsCount} 人` : undefined
}

/** The maximum number of free seats that are drawn; more are only counted. */
const MAX_FREE_SHOWN = 3

/**
 * Returns how many free seats are drawn beside the players. Only the coach of a class for several that is still open
 * sees them.
 */
export function freeSeats({ role, invitation }: MyClass): number {
  const { participantsCount, seatsTaken, invitationStatus } = invitation
  if (role !== 'coach' || participantsCount === 1 || !isLive(invitationStatus)) return 0
  return Math.min(MAX_FREE_SHOWN, Math.max(0, participantsCount - seatsTaken))
}

/** Returns who is shown on the card: the coach for a player, the players for the coach. */
export function peopleOf({
  role,
  invitation,
  players,
}: MyClass): { id: string; nickname: string; avatar: string | null }[] {
  return role === 'coach'
    ? players
    : [{ id: invitation.coachId, nickname: invitation.coachName, avatar: invitation.coachAvatar }]
}

/** Returns the people as text: 教练 王启明; 林知夏、陈默. */
export function peopleText(row: MyClass): string {
  const names = peopleOf(row).map(({ nickname }) => nickname)
  if (row.role === 'coach') return names.length > 0 ? names.join('、') : '还没有学员加入'
  return `教练 ${names.join('、')}`
}
