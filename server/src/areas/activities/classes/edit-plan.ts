import type { UpdateInvitation } from '@paidang/api/areas/activities/class-actions'
import { ApiError } from '@paidang/api/catalogue/errors'
import { answerTimes, answerTimesOnceChanged } from '@paidang/domain/areas/activities/classes/answer-time'
import { whyNotBookAt } from '@paidang/domain/areas/activities/classes/booking-time'
import { SAID_OF_CLASS } from '@paidang/domain/areas/activities/classes/invitation'
import { isOut } from '@paidang/domain/areas/activities/classes/seat'
import { cellsOf } from '@paidang/domain/areas/time/schedule/cells'
import { instantOf } from '@paidang/domain/kernel/day'
import { isTooLateToChange } from '@paidang/domain/kernel/last-change'
import type { Database } from '../../../db/database.ts'
import type { ClassMove } from '../../time/schedule/move-class.ts'
import { assertCoursePriceSeen, checkBookingContext, lockOfferForShare, statedColumns } from './booking-context.ts'
import { assertOfCompany, isAgreedWith, type OpenClass } from './open-class.ts'
import { listCoachIds, listUnclaimed, lockStudentsForShare, playersOf } from './seats.ts'

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
 * @throws ApiError coach_not_of_course, coach_not_of_company, coach_not_at_venue, any BookingTimeRefusal, participants_invalid
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
  const { coachId, participantsCount = 1, useUnavailable = false } = body
  const isByCoach = row.initiatorRole === 'coach'
  if (body.initiatorId !== undefined && body.initiatorId !== actorId && body.initiatorId !== row.initiatorId)
    throw new ApiError('data_of_others')
  if (body.id !== undefined && body.id !== row.id) throw new ApiError('input_invalid')
  if (isByCoach && coachId !== row.coachId) throw new ApiError('input_invalid')
  if (seats.some(({ userId }) => userId === coachId)) throw new ApiError('invitation_with_oneself')

  await lockOfferForShare(tx, body)
  const context = await contextOf(tx, row, { body, actorId, now })
  // An active class goes on with its coach; nothing new is agreed.
  if (context.isUnavailable && coachId !== row.coachId) throw new ApiError('coach_unavailable')
  if (body.courseDesignId !== row.courseDesignId) assertCoursePriceSeen(body.courseDesignPrice, context)
  const stated = statedColumns(body, context, row)
  const { courtId, courseDate, beginTimeSlot, endTimeSlot } = stated
  const time = { courseDate, beginTimeSlot, endTimeSlot }
  const staysAtPlace =
    row.courtId === courtId &&
    row.courseDate === courseDate &&
    row.beginTimeSlot === beginTimeSlot &&
    row.endTimeSlot === endTimeSlot
  const refusal = staysAtPlace ? undefined : whyNotBookAt(time, context, now)
  if (refusal) throw new ApiError(refusal)
  if (participantsCount > context.maxParticipants || participantsCount < row.seatsTaken)
    throw new ApiError('participants_invalid')

  const isHeld = !(row.useUnavailable && row.invitationStatus === 'PENDING')
  const isConfirmed = isByCoach || !useUnavailable || (isHeld && staysAtPlace && row.coachId === coachId)
  const guests = isByCoach ? guestsOf(seats, body.studentIds) : { added: [], dropped: [] }
  // The coach says yes for students without an account.
  const seated = await listUnclaimed(tx, guests.added)
  const present = playersOf(joined)
  const standing = (await listUnclaimed(tx, present)).length + seated.length
  const playerIds = [...present, ...seated]
  const move: ClassMove = {
    cells: cellsOf({
      courtId: isConfirmed ? courtId : null,
      coachId: isConfirmed ? coachId : null,
      playerIds,
      coachPlayerIds: await listCoachIds(tx, playerIds),
      ...time,
    }),
    ...(isByCoach && useUnavailable && { overLocksOf: { coachId, day: courseDate, beginTimeSlot, endTimeSlot } }),
  }

  const startsAt = instantOf(courseDate, beginTimeSlot)
  const endsAt = instantOf(courseDate, endTimeSlot)
  const hasOthers = playerIds.some((id) => id !== actorId)
  const columns = {
    ...stated,
    coachId,
    participantsCount,
    useUnavailable: !isConfirmed,
    ...(isByCoach && hasOthers ? answerTimesOnceChanged(now, { startsAt, endsAt }) : answerTimes(now, startsAt)),
  }
  if (participantsCount < row.seatsTaken + seated.length) throw new ApiError('participants_invalid')
  if (!(await lockStudentsForShare(tx, coachId, guests.added))) throw new ApiError('action_forbidden')
  const saidNo = playersOf(seats.filter(({ state }) => state === 'DECLINED'))
  if (guests.added.some((id) => saidNo.includes(id))) throw new ApiError('student_declined')
  const changes = namesOfChanges(row, columns)
  const isSameClass = isConfirmed === isHeld && guests.added.length + guests.dropped.length === 0
  const isUnchanged = isSameClass && changes.length === 0 && !row.needContract
  const isOnlySaid = isSameClass && changes.length > 0 && changes.every(isSaid)
  const asksAnew = !changes.every(isFree)
  // A class that others agreed to cannot be moved shortly before it begins, nor to a time shortly ahead.
  const isAgreed = isAgreedWith(actorId, { view, joined })
  const isTooLate = [former.startsAt, startsAt].some((start) => isTooLateToChange(start, now))
  if (asksAnew && isAgreed && isTooLate) throw new ApiError('invitation_change_too_late')
  const asked = guests.added.filter((id) => !seated.includes(id))
  return {
    columns,
    move,
    guests: { ...guests, added: asked, seated },
    standing,
    changes,
    isUnchanged,
    isOnlySaid,
    asksAnew,
  }
}

/**
 * Reads what an edit names. Of a coach who has stopped teaching this very class, its maker reads what can be done.
 *
 * @throws ApiError the refusals of checkBookingContext, coach_not_of_company
 */
async function contextOf(tx: Database, row: Row, { body, actorId, now }: EditInput) {
  try {
    return await checkBookingContext(tx, body, { userId: actorId, now })
  } catch (error) {
    const isSame = body.coachId === row.coachId && body.courseDesignId === row.courseDesignId
    if (!isSame || !(error instanceof ApiError) || error.code !== 'coach_not_of_course') throw error
    await assertOfCompany(tx, row, actorId)
    const isOwn = actorId === row.coachId
    const message = isOwn ? '您不再教这门课程，可以换教练或取消' : '教练不再教这门课程，请换教练、另选课程或取消'
    throw new ApiError('coach_not_of_course', { message })
  }
}

/**
 * The students whom the coach invites additionally, and those whom the coach uninvites. Joined players stay, named or
 * not. Without names nothing changes.
 */
function guestsOf(seats: OpenClass['seats'], studentIds: readonly string[] | undefined) {
  if (!studentIds) return { added: [], dropped: [] }
  const present = new Set(playersOf(seats.filter(({ state }) => !isOut(state))))
  const invited = playersOf(seats.filter(({ state }) => state === 'INVITED'))
  return {
    added: studentIds.filter((id) => !present.has(id)),
    dropped: invited.filter((id) => !studentIds.includes(id)),
  }
}

type Row = OpenClass['view']['invitation']

/** What is said, and the number of seats, change without agreement of players. */
const SEATS = '人数'
const isFree = (name: string) => name === SEATS || isSaid(name)
const isSaid = (name: string) => Object.values<string>(SAID_OF_CLASS).includes(name)

const NAME_OF_COLUMN = {
  coachId: '教练',
  courseDesignId: '课程',
  stadiumId: '场馆',
  courtId: '场地',
  courseDate: '时间',
  beginTimeSlot: '时间',
  endTimeSlot: '时间',
  participantsCount: SEATS,
  ...SAID_OF_CLASS,
} as const satisfies Partial<Record<keyof Row, string>>
type NamedColumn = keyof typeof NAME_OF_COLUMN

/** The differences, as the audit trail names them. */
function namesOfChanges(before: Row, after: Pick<Row, NamedColumn>): string[] {
  const columns = Object.keys(NAME_OF_COLUMN) as NamedColumn[]
  const changed = columns.filter((column) => before[column] !== after[column])
  return [...new Set(changed.map((column) => NAME_OF_COLUMN[column]))]
}
