import type { UpdateInvitation } from '@paidang/api/areas/class-actions'
import { ApiError } from '@paidang/api/catalogue/errors'
import { answerTimes, answerTimesOnceChanged } from '@paidang/domain/areas/classes/answer-time'
import { whyNotBookAt } from '@paidang/domain/areas/classes/booking-time'
import { consumedSessionsOf } from '@paidang/domain/areas/classes/consumed-sessions'
import { isOut } from '@paidang/domain/areas/classes/seat'
import { cellsOf } from '@paidang/domain/areas/schedule/cells'
import { instantOf, toIsoDay } from '@paidang/domain/kernel/day'
import { isTooLateToChange } from '@paidang/domain/kernel/last-change'
import type { Database } from '../../../db/database.ts'
import type { ClassMove } from '../../time/schedule/move-class.ts'
import { assertCoursePriceSeen, checkBookingContext } from './booking-context.ts'
import { lockOfferForShare } from './booking-queries.ts'
import { listCoachIds } from './edit-queries.ts'
import { lockStudentsForShare } from './join-queries.ts'
import type { OpenClass } from './open-class.ts'

/** The result of an edit: the columns of the row, the new cells, and the invited and uninvited students. */
export type EditPlan = Awaited<ReturnType<typeof planEdit>>

/** One edit by one person, not yet carried out. */
export type EditInput = { body: UpdateInvitation; actorId: string; now: Date }

/**
 * Checks an edit of a class as a new booking would be checked. A class that stays where it is may stay, whatever has
 * become of the opening hours. It keeps the court and the coach that it holds, also where others would have to allow a
 * conflict. In a coach's class the coach's own locks give way when `useUnavailable` is set.
 *
 * @throws ApiError data_of_others, input_invalid (another coach in a coach's class: that is change-coach)
 * @throws ApiError invitation_with_oneself, coach_not_found, course_not_found, venue_not_found, court_not_found
 * @throws ApiError coach_not_of_course, coach_not_at_venue, any BookingTimeRefusal, participants_invalid
 * @throws ApiError revision_outdated (another course, which has another price than was seen)
 * @throws ApiError coach_unavailable (another coach, who is blocked from the caller)
 * @throws ApiError action_forbidden (a student who is not theirs), student_declined, invitation_change_too_late
 */
export async function planEdit(
  tx: Database,
  { view, seats, joined, facts: former }: OpenClass,
  { body, actorId, now }: EditInput,
) {
  const row = view.invitation
  const { coachId, courseDesignId, stadiumId, beginTimeSlot, endTimeSlot } = body
  const { participantsCount = 1, useUnavailable = false } = body
  const isByCoach = row.initiatorRole === 'coach'
  if (body.initiatorId !== undefined && body.initiatorId !== actorId && body.initiatorId !== row.initiatorId)
    throw new ApiError('data_of_others')
  if (body.id !== undefined && body.id !== row.id) throw new ApiError('input_invalid')
  if (isByCoach && coachId !== row.coachId) throw new ApiError('input_invalid')
  if (seats.some(({ userId }) => userId === coachId)) throw new ApiError('invitation_with_oneself')

  await lockOfferForShare(tx, { coachId, courseId: courseDesignId, venueId: stadiumId })
  const facts = await checkBookingContext(tx, { ...referencesOf(body, actorId), now })
  // An active class goes on with its coach; nothing new is agreed.
  if (facts.isUnavailable && coachId !== row.coachId) throw new ApiError('coach_unavailable')
  if (courseDesignId !== row.courseDesignId) assertCoursePriceSeen(body.courseDesignPrice, facts)
  const time = { courseDate: toIsoDay(body.courseDate), beginTimeSlot, endTimeSlot }
  const staysAtPlace =
    row.courtId === facts.courtId &&
    row.courseDate === time.courseDate &&
    row.beginTimeSlot === beginTimeSlot &&
    row.endTimeSlot === endTimeSlot
  const refusal = staysAtPlace ? undefined : whyNotBookAt(time, facts, now)
  if (refusal) throw new ApiError(refusal)
  if (participantsCount > facts.maxParticipants || participantsCount < row.seatsTaken)
    throw new ApiError('participants_invalid')

  const isHeld = !(row.useUnavailable && row.invitationStatus === 'PENDING')
  const isConfirmed = isByCoach || !useUnavailable || (isHeld && staysAtPlace && row.coachId === coachId)
  const playerIds = joined.map(({ userId }) => userId)
  const cells = cellsOf({
    courtId: isConfirmed ? facts.courtId : null,
    coachId: isConfirmed ? coachId : null,
    playerIds,
    coachPlayerIds: await listCoachIds(tx, playerIds),
    ...time,
  })
  const yieldsTo = isByCoach && useUnavailable
  const move: ClassMove = {
    cells,
    ...(yieldsTo && { overLocksOf: { coachId, day: time.courseDate, beginTimeSlot, endTimeSlot } }),
  }

  const startsAt = instantOf(time.courseDate, beginTimeSlot)
  const endsAt = instantOf(time.courseDate, endTimeSlot)
  const hasOthers = hasOthersThan(actorId, joined)
  // The same course continues under the terms of its booking, whatever has changed since.
  const { courseDesignName, courseDesignPrice, sessionDuration } =
    courseDesignId === row.courseDesignId
      ? row
      : { ...facts, courseDesignName: facts.courseName, courseDesignPrice: facts.pricePerSession }
  const columns = {
    coachId,
    companyId: facts.companyId,
    courseDesignId,
    courseDesignName,
    courseDesignPrice,
    sessionDuration,
    consumedSessions: consumedSessionsOf(beginTimeSlot, endTimeSlot, sessionDuration),
    participantsCount,
    maxParticipants: facts.maxParticipants,
    stadiumId,
    courtId: facts.courtId,
    ...time,
    messageToCoach: body.messageToCoach ?? row.messageToCoach,
    messageToPlayers: body.messageToPlayers ?? row.messageToPlayers,
    useUnavailable: !isConfirmed,
    ...(isByCoach && hasOthers ? answerTimesOnceChanged(now, { startsAt, endsAt }) : answerTimes(now, startsAt)),
  }
  const guests = isByCoach ? guestsOf(seats, body.studentIds) : { added: [], dropped: [] }
  if (!(await lockStudentsForShare(tx, coachId, guests.added))) throw new ApiError('action_forbidden')
  const saidNo = seats.filter(({ state }) => state === 'DECLINED').map(({ userId }) => userId)
  if (guests.added.some((id) => saidNo.includes(id))) throw new ApiError('student_declined')
  const changes = namesOfChanges(row, columns)
  const isSameClass = isConfirmed === isHeld && guests.added.length + guests.dropped.length === 0
  const isUnchanged = isSameClass && changes.length === 0 && !row.needContract
  const isOnlyMessages = isSameClass && changes.length > 0 && changes.every((name) => name === WORDS)
  const asksAnew = changes.some((name) => name !== WORDS && name !== SEATS)
  // A class that others agreed to cannot be moved shortly before it begins, nor to a time shortly ahead.
  const isAgreed = isAgreedWith(actorId, { view, joined })
  const isTooLate = [former.startsAt, startsAt].some((start) => isTooLateToChange(start, now))
  if (asksAnew && isAgreed && isTooLate) throw new ApiError('invitation_change_too_late')
  return { columns, move, guests, changes, isUnchanged, isOnlyMessages, asksAnew, courtCode: facts.courtCode }
}

const hasOthersThan = (userId: string, joined: OpenClass['joined']) => joined.some((seat) => seat.userId !== userId)

/** Whether anybody else has agreed to a class. Then it is not changed shortly before it begins. */
export function isAgreedWith(actorId: string, { view, joined }: Pick<OpenClass, 'view' | 'joined'>): boolean {
  return hasOthersThan(actorId, joined) || view.invitation.invitationStatus === 'CONFIRMED'
}

/** What an edited class refers to. */
export function referencesOf(
  { coachId, courseDesignId: courseId, stadiumId: venueId, selectedCourt: courtIndex = 0 }: UpdateInvitation,
  userId: string,
) {
  return { coachId, courseId, venueId, courtIndex, userId }
}

/**
 * The students whom the coach invites additionally, and those whom the coach uninvites. Joined players stay, named or
 * not. Without names nothing changes.
 */
function guestsOf(seats: OpenClass['seats'], studentIds: readonly string[] | undefined) {
  if (!studentIds) return { added: [], dropped: [] }
  const present = new Set(seats.filter(({ state }) => !isOut(state)).map(({ userId }) => userId))
  const invited = seats.filter(({ state }) => state === 'INVITED').map(({ userId }) => userId)
  return {
    added: studentIds.filter((id) => !present.has(id)),
    dropped: invited.filter((id) => !studentIds.includes(id)),
  }
}

type Compared = Pick<
  OpenClass['view']['invitation'],
  | 'coachId'
  | 'courseDesignId'
  | 'stadiumId'
  | 'courtId'
  | 'courseDate'
  | 'beginTimeSlot'
  | 'endTimeSlot'
  | 'participantsCount'
  | 'messageToCoach'
  | 'messageToPlayers'
>

/** Changes of text and of the number of seats need no agreement of players. */
const WORDS = '留言'
const SEATS = '人数'

const NAMES_OF_CHANGES: readonly [name: string, columns: readonly (keyof Compared)[]][] = [
  ['教练', ['coachId']],
  ['课程', ['courseDesignId']],
  ['场馆', ['stadiumId']],
  ['场地', ['courtId']],
  ['时间', ['courseDate', 'beginTimeSlot', 'endTimeSlot']],
  [SEATS, ['participantsCount']],
  [WORDS, ['messageToCoach', 'messageToPlayers']],
]

/** The differences, as the audit trail names them. */
function namesOfChanges(before: Compared, after: Compared): string[] {
  return NAMES_OF_CHANGES.filter(([, columns]) => columns.some((column) => before[column] !== after[column])).map(
    ([name]) => name,
  )
}
