import { acceptTrial, type TrialLesson } from '@paidang/api/areas/activities/trial-lessons'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Received } from '@paidang/api/endpoint'
import { consumedSessionsOf } from '@paidang/domain/areas/activities/classes/consumed-sessions'
import { trialHalfHours, trialWishStart } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { cellsOf } from '@paidang/domain/areas/time/schedule/cells'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { invitations } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { courts } from '../../../tables/venues.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import { claimCells, retryOnce } from '../../time/schedule/claim-cells.ts'
import { findHolder } from '../../time/schedule/find-holder.ts'
import type { TrialRow, Viewer } from '../trial-lessons/rows.ts'
import { lockTrialForStep, takeTrialStep } from '../trial-lessons/steps.ts'
import { readTrial } from '../trial-lessons/trials.ts'
import { lockOfferForShare, whyOfferLost } from './booking-context.ts'
import { insertEvent, lessonOf, notifyOfClass, publishGrid } from './class-row.ts'
import { expireHolders } from './expire-stale-invitations.ts'
import { assertNotAway } from './open-class.ts'
import { insertSeats } from './seats.ts'

type Choice = Received<typeof acceptTrial>['body']

/** The row of the class that a trial lesson becomes: confirmed from the start, of one player, without a contract. */
function classOf(trial: TrialRow, { date: courseDate, beginTimeSlot, stadiumId }: Choice, courtId: string, now: Date) {
  const endTimeSlot = beginTimeSlot + trialHalfHours(trial.minutes)
  return {
    trialId: trial.id,
    initiatorId: trial.playerId,
    initiatorRole: 'player' as const,
    coachId: trial.coachId,
    companyId: trial.companyId,
    courseDesignId: trial.courseId,
    courseDesignName: trial.courseName,
    courseDesignPrice: trial.priceFen,
    sessionDuration: trial.minutes,
    consumedSessions: consumedSessionsOf(beginTimeSlot, endTimeSlot, trial.minutes),
    participantsCount: 1,
    maxParticipants: 1,
    seatsTaken: 1,
    ...{ stadiumId, courtId, courseDate, beginTimeSlot, endTimeSlot },
    useUnavailable: false,
    needContract: false,
    invitationStatus: 'CONFIRMED' as const,
    messageToCoach: trial.words,
    expiresAt: trialWishStart({ date: courseDate, beginTimeSlot, stadiumId }),
    responseTime: now,
    confirmedAt: now,
    createdAt: now,
  }
}

/**
 * The coach confirms a wished hour, all or nothing. None was held, so coach, court and player are claimed now, and the
 * trail says that the player asked and the coach confirmed. Under the lock of the trial lesson one answer acts.
 */
export async function confirmTrial(
  tx: Database,
  id: string,
  choice: Choice,
  { id: coachId, now }: Viewer,
): Promise<TrialLesson> {
  const viewer = { id: coachId, now }
  const { trial, isDone } = await lockTrialForStep(tx, id, 'ACCEPT', viewer)
  const { date, beginTimeSlot, stadiumId, selectedCourt } = choice
  if (isDone) {
    const place = and(eq(invitations.stadiumId, stadiumId), eq(courts.courtIndex, selectedCourt))
    const hour = and(eq(invitations.courseDate, date), eq(invitations.beginTimeSlot, beginTimeSlot))
    const same = await tx
      .select({ id: invitations.id })
      .from(invitations)
      .innerJoin(courts, eq(courts.id, invitations.courtId))
      .where(and(eq(invitations.trialId, id), place, hour))
    if (same.length === 0) throw new ApiError('trial_settled')
    return readTrial(tx, id, viewer)
  }
  const { playerId } = trial
  if (await readIsBlocked(tx, coachId, playerId)) throw new ApiError('trial_not_found')
  const isWished = trial.wishes.some(
    (wish) => wish.date === date && wish.beginTimeSlot === beginTimeSlot && wish.stadiumId === stadiumId,
  )
  if (!isWished) throw new ApiError('trial_time_not_wished')
  if (trialWishStart(choice) <= now) throw new ApiError('trial_time_past')
  const isChosen = and(eq(courts.venueId, stadiumId), eq(courts.courtIndex, selectedCourt))
  const [court] = await tx.select({ id: courts.id }).from(courts).where(isChosen)
  if (!court) throw new ApiError('court_not_found')
  const made = classOf(trial, choice, court.id, now)
  if (!(await lockOfferForShare(tx, made, made))) throw await whyOfferLost(tx, made)

  const [row] = await tx.insert(invitations).values(made).returning()
  if (!row) throw new Error('the insert of a class answered no row')
  const invitationId = row.id
  await insertSeats(tx, invitationId, { userIds: [playerId], state: 'JOINED', now })
  const asked = { action: 'create', fromStatus: null, toStatus: 'PENDING', reason: '约体验课' } as const
  await insertEvent(tx, { ...asked, invitationId, actorId: playerId, now })
  const agreed = { action: 'confirm', fromStatus: 'PENDING', toStatus: 'CONFIRMED' } as const
  await insertEvent(tx, { ...agreed, invitationId, actorId: coachId, now })
  const isCoach = (await tx.$count(users, and(eq(users.id, playerId), eq(users.userType, USER_TYPES.PLAYER)))) === 0
  await claimCells(
    tx,
    invitationId,
    cellsOf({ ...made, playerIds: [playerId], coachPlayerIds: isCoach ? [playerId] : [] }),
  )
  await assertNotAway(tx, row, coachId)
  await takeTrialStep(tx, trial, 'ACCEPT', { actorId: coachId, reason: '', now, change: { remindAt: null } })
  await notifyOfClass(tx, invitationId, {
    receiverIds: [playerId],
    senderId: coachId,
    title: '体验课已约成',
    content: `教练已确认 ${lessonOf(row)}，到时见`,
  })
  await publishGrid(tx, row, [playerId])
  return readTrial(tx, id, viewer)
}

export default plugin([
  handle(acceptTrial, ({ params: { id }, body, user, db, now }) =>
    retryOnce(
      () => db.transaction((tx) => confirmTrial(tx, id, body, { id: user.id, now })),
      async (cells, isFinal) => {
        await assertNotAway(db, { coachId: user.id, courseDate: body.date }, user.id)
        // An unanswered request may still hold them. Once it is expired the half-hours are free.
        if (!isFinal && (await expireHolders(db, cells, now))) return
        const holder = await findHolder(db, cells)
        throw new ApiError('trial_time_taken', holder?.isClosed ? { message: '场馆这段时间闭馆，请选其他时间' } : {})
      },
    ),
  ),
])
