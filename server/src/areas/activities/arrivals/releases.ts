// A venue releases a court that nobody took up.
import * as api from '@paidang/api/areas/activities/arrivals'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { whyNotRelease } from '@paidang/domain/areas/activities/arrivals/arrival'
import { dateAndWeekday, dayOf, formatDateTime, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { courtReleases } from '../../../tables/arrivals.ts'
import { ballGames, ballParticipants } from '../../../tables/balls.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { notify } from '../../ground/messages/notify.ts'
import { releaseCourtFrom } from '../../time/schedule/claim-cells.ts'
import { openManagedVenue } from '../../time/schedule/grid-venue.ts'
import { type BookingId, type BookingRow, findBooking, listRunning, publishBooking } from './arrivals.ts'

/** Locks a booking until the transaction ends: nobody arrives, completes or cancels meanwhile. */
async function lockBooking(tx: Database, { kind, id }: BookingId): Promise<BookingRow | undefined> {
  await (kind === 'class'
    ? tx.select({ id: invitations.id }).from(invitations).where(eq(invitations.id, id)).for('update')
    : tx.select({ id: ballGames.id }).from(ballGames).where(eq(ballGames.id, id)).for('update'))
  return findBooking(tx, { kind, id })
}

/** The coach, who asked for the class and its players; or everybody with a seat in the game. */
async function listConcerned(tx: Database, { kind, id, person }: BookingRow): Promise<string[]> {
  const rows =
    kind === 'class'
      ? await tx
          .select({ userId: seats.userId })
          .from(seats)
          .where(and(eq(seats.invitationId, id), eq(seats.state, 'JOINED')))
      : await tx
          .select({ userId: ballParticipants.userId })
          .from(ballParticipants)
          .where(and(eq(ballParticipants.ballId, id), inArray(ballParticipants.state, ['HELD', 'CONFIRMED'])))
  return [...new Set([person.id, ...rows.map(({ userId }) => userId)])]
}

/** What the release costs its people: nothing more, and nothing comes back. */
function costOf({ kind, isTrial }: BookingRow): string {
  if (kind === 'ball') return '球费按原规则结算，不因此退还'
  return isTrial ? '体验课费用不因此退还' : '课时按签到结算，未签到按到场扣'
}

export default plugin([
  handle(api.runningAtVenue, async ({ params: { id: venueId }, user, db, now }) => {
    await openManagedVenue(db, venueId, user.id)
    const rows = await listRunning(db, { venueId, day: dayOf(now), halfHour: halfHourOfInstant(now) })
    return rows.map(({ kind, id, title, person, players, courtName, beginTimeSlot, endTimeSlot, isBound, ...row }) => ({
      ...{ kind, id, title, person, players, courtName, beginTimeSlot, endTimeSlot, isBound },
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      arrivedAt: row.arrivedAt?.toISOString() ?? null,
      releasedAt: row.releasedAt?.toISOString() ?? null,
    }))
  }),

  handle(api.releaseCourt, async ({ body: { kind, id }, user: { id: releasedBy }, db, now }) => {
    await db.transaction(async (tx) => {
      const booking = await lockBooking(tx, { kind, id })
      if (!booking) throw new ApiError('venue_not_managed')
      await openManagedVenue(tx, booking.venueId, releasedBy)
      const refusal = whyNotRelease(booking, now)
      if (refusal === 'court_taken_up' && booking.arrivedAt) {
        const arrivedAt = booking.arrivedAt.toISOString()
        const message = `${formatDateTime(booking.arrivedAt).slice(11, 16)} ${errors.court_taken_up.message}`
        throw new ApiError(refusal, { message, data: { arrivedAt } })
      }
      if (refusal) throw new ApiError(refusal)
      const fromTimeSlot = halfHourOfInstant(now)
      const of = kind === 'class' ? { invitationId: id } : { ballId: id }
      await tx.insert(courtReleases).values({ ...of, fromTimeSlot, releasedBy, releasedAt: now })
      await releaseCourtFrom(tx, { kind: kind === 'class' ? 'INVITATION' : 'BALL', id }, fromTimeSlot)
      const { title, day, beginTimeSlot, endTimeSlot, venueName, courtName } = booking
      const what = `${dateAndWeekday(day)} ${whenOf(beginTimeSlot, endTimeSlot)} ${title}`
      await notify(tx, {
        receiverIds: await listConcerned(tx, booking),
        senderId: null,
        category: kind === 'class' ? 'classNotice' : 'invitation',
        title: '场地已释放',
        content: `${what} 开始15分钟后无人到场，${venueName} 已释放 ${courtName}（${timeOf(fromTimeSlot)} 起）；${costOf(booking)}`,
        about: { kind: kind === 'class' ? 'invitation' : 'ball', id },
      })
      await publishBooking(tx, booking)
    })
    return null
  }),
])
