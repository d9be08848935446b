import {
  type BallDetail,
  ballsOfUser,
  createBall,
  enrollBall,
  getBallDetail,
  joinBall,
} from '@paidang/api/areas/activities/balls'
import { agenda } from '@paidang/api/areas/activities/classes'
import { coachLocksOfDay } from '@paidang/api/areas/activities/locks'
import { type Order, payOrder, playSimulatedPayment } from '@paidang/api/areas/money/payments'
import { searchVenues, type Venue } from '@paidang/api/areas/places/venues'
import { courtStatusOfVenue } from '@paidang/api/areas/time/schedule'
import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import { halfHoursBetween } from '@paidang/domain/kernel/half-hour'
import { beginOf, type Slot, type Someone, VENUE } from './arrange.ts'
import { cardOf } from './arrange-money.ts'
import { now } from './clock.ts'

/** Ball games that a journey arranges behind the screen. */

const HOUR_MS = 60 * 60_000
/** More games than these nobody looks forward to. */
const MANY_GAMES = 100

/** Half-hours on a court of a venue, for a game, and which of the friends who were asked have time then. */
export type Room = Slot & { venue: Venue; friends: readonly Someone[] }

/** The game begins so many hours from now, and within so many; `fewest` of the `friends` have time. */
type Wish = { after: number; within: number; friends?: readonly Someone[]; fewest?: number }

/**
 * An hour at 星湖网球中心 on a court that nobody has, when none of these people has anything else: the earliest that is
 * as it is wished.
 */
export async function roomForBall(
  people: readonly [Someone, ...Someone[]],
  { after, within, friends: asked = [], fewest = 0 }: Wish,
): Promise<Room> {
  const time = now().getTime()
  const [earliest, latest] = [time + after * HOUR_MS, time + within * HOUR_MS]
  const venue = await findVenue(people[0])
  for (let day = dayOf(new Date(earliest)); day <= dayOf(new Date(latest)); day = addDays(day, 1)) {
    const taken = await people[0].call(courtStatusOfVenue, { params: { id: venue.id }, query: { date: day } })
    const isTaken = (court: number, at: number) =>
      taken.some(({ courtIndex, timeIndex }) => courtIndex === court && timeIndex === at)
    const busy = new Set((await Promise.all(people.map((person) => busyOn(day, person)))).flat())
    const busyFriends = await Promise.all(asked.map((friend) => busyOn(day, friend)))
    for (const beginTimeSlot of halfHoursBetween(venue.firstStart, venue.lastStart)) {
      const run = [beginTimeSlot, beginTimeSlot + 1]
      const begins = beginOf({ courseDate: day, beginTimeSlot }).getTime()
      if (begins < earliest || begins > latest || run.some((at) => busy.has(at))) continue
      const friends = asked.filter((_, index) => !run.some((at) => busyFriends[index]?.includes(at)))
      if (friends.length < fewest) continue
      const selectedCourt = venue.courts.findIndex((_, court) => !run.some((at) => isTaken(court, at)))
      const court = venue.courts[selectedCourt]
      if (!court) continue
      const endTimeSlot = beginTimeSlot + run.length
      return { venue, courseDate: day, selectedCourt, courtName: court.name, beginTimeSlot, endTimeSlot, friends }
    }
  }
  throw new Error(`no room for a game from ${after} to ${within} hours from now`)
}

async function findVenue({ call }: Someone): Promise<Venue> {
  const { rows } = await call(searchVenues, { query: { current: 1, rows: 10, keyword: VENUE } })
  const venue = rows.find(({ name }) => name === VENUE)
  if (!venue) throw new Error(`no venue ${VENUE}`)
  return venue
}

/** The half-hours of a day in which somebody has a class or a game, or keeps his time for himself. */
async function busyOn(day: Day, { call, logIn }: Someone): Promise<number[]> {
  const { userId, userType } = logIn.userInfo
  const classes = await call(agenda, { query: { from: day, days: 1 } })
  const games = await call(ballsOfUser, {
    params: { group: '1', userId },
    query: { current: 1, rows: MANY_GAMES },
  })
  const locks = userType === 0 ? [] : await call(coachLocksOfDay, { query: { userId, date: day } })
  return [
    ...classes.map(({ invitation }) => invitation),
    ...games.rows.filter(({ activityDate }) => activityDate === day),
    ...locks,
  ].flatMap(({ beginTimeSlot, endTimeSlot }) => halfHoursBetween(beginTimeSlot, endTimeSlot))
}

/** A public AA game for at least and at most so many, which its initiator has paid for with his card. Levels 1.0 to 7.0. */
export async function publishBall(
  initiator: Someone,
  { title, room, players, costFen }: { title: string; room: Room; players: number; costFen: number },
): Promise<BallDetail> {
  const { venue, courseDate: activityDate, selectedCourt, beginTimeSlot, endTimeSlot } = room
  const ball = await initiator.call(createBall, {
    body: {
      title,
      sport: 'tennis',
      matchType: 1,
      stadiumId: venue.id,
      selectedCourt,
      activityDate,
      beginTimeSlot,
      endTimeSlot,
      levelFrom: 1,
      levelTo: 7,
      genderRule: 'ANY',
      minPlayers: players,
      maxPlayers: players,
      feeMode: 'AA',
      courtFeeFen: costFen,
      extrasFen: 0,
      isPublic: true,
    },
  })
  const { id: cardId } = await cardOf(initiator)
  await initiator.call(payOrder, { body: { orderId: orderOf(ball).id, method: 'CARD', cardId } })
  return readBall(initiator, ball)
}

/** Somebody takes a seat and pays for it at the simulator; whoever comes by the link plays whatever his level. */
export async function takeSeat(someone: Someone, { id, share }: { id: string; share?: string }): Promise<BallDetail> {
  const { call } = someone
  const ball = await (share === undefined
    ? call(enrollBall, { body: { id } })
    : call(joinBall, { body: { id, share } }))
  const { step } = await call(payOrder, { body: { orderId: orderOf(ball).id, method: 'WECHAT', channel: 'H5' } })
  if (step?.kind !== 'simulator') throw new Error('the payment did not go to the simulator')
  await call(playSimulatedPayment, { params: { outTradeNo: step.outTradeNo }, body: { action: 'PAY' } })
  return readBall(someone, ball)
}

/** A game as this person reads it now. */
export async function readBall({ call }: Someone, { id }: { id: string }): Promise<BallDetail> {
  return call(getBallDetail, { params: { id }, query: {} })
}

function orderOf({ title, viewer }: BallDetail): Order {
  if (!viewer.order) throw new Error(`nothing of ${title} is to be paid`)
  return viewer.order
}
