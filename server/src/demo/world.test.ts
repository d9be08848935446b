import { instantOf } from '@paidang/domain/kernel/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBroken } from '../invariants/check-all.ts'
import { emptyTables } from '../testing/all-rows.ts'
import { isLongRun } from '../testing/run-length.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { writeWorld } from './load.ts'
import type { Person } from './people.ts'
import type { ClassPlan } from './plans.ts'
import { planWorld, type World } from './world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const A_MORNING = '2026-05-06T09:30:00+08:00'

/** Every weekday, several times of day, and ends of months and years. The usual run takes every other one. */
const MOMENTS = [
  '2026-05-03T00:00:00+08:00',
  '2026-05-04T05:59:00+08:00',
  '2026-05-05T06:01:00+08:00',
  '2026-05-06T09:30:00+08:00',
  '2026-05-07T12:10:00+08:00',
  '2026-05-08T19:05:00+08:00',
  '2026-05-09T21:40:00+08:00',
  '2026-05-10T23:59:59+08:00',
  '2027-12-31T22:31:00+08:00',
  '2028-03-01T07:15:00+08:00',
].filter((_, at) => isLongRun || at % 2 === 1)

test.each(MOMENTS)('the world of %s keeps every invariant, and has no step in the future', async (moment) => {
  const now = new Date(moment)
  await emptyTables(database.maintenance)
  const world = planWorld(now)
  await writeWorld(database.db, world, new Map(world.accounts.map((account) => [account, 'no hash'])))
  expect(await findBroken(database.query, now)).toEqual([])
  expect(latestStep(world)).toBeLessThanOrEqual(now.getTime())
})

test('the steps of a class are in the order of time, and those of a contract too', () => {
  const { classes, ledgers } = planWorld(new Date(A_MORNING))
  const inOrder = (steps: readonly { at: Date }[]) => steps.every(({ at }, index) => at >= (steps[index - 1]?.at ?? at))
  expect(classes.filter(({ events }) => !inOrder(events))).toEqual([])
  expect(ledgers.filter(({ rows }) => !inOrder(rows))).toEqual([])
})

test('the same moment gives the same world, another day another', () => {
  const now = new Date(A_MORNING)
  expect(told(planWorld(now))).toEqual(told(planWorld(now)))
  expect(told(planWorld(new Date(now.getTime() + 86_400_000)))).not.toEqual(told(planWorld(now)))
})

test.each(MOMENTS)('at %s player has ¥800 on a card, after top-ups, payments and a refund', (moment) => {
  const { cards } = planWorld(new Date(moment))
  const [card] = cards.filter(({ owner }) => owner.username === 'player')
  expect(card && card.principalFen + card.giftFen).toBe(80_000)
  expect(card?.rows.map(({ of }) => of.kind).sort()).toEqual([
    'PAY',
    'PAY',
    'PAY',
    'REFUND',
    'TOP_UP',
    'TOP_UP',
    'TOP_UP',
  ])
  expect(cards).toHaveLength(3)
})

test('a player who still needs a contract has none, and an invited player has enough hours for the class', () => {
  const { classes, ledgers } = planWorld(new Date(A_MORNING))
  const freeHours = (player: Person, { course }: ClassPlan) =>
    ledgers
      .filter(({ contract }) => contract.player === player && contract.course === course && contract.fate === 'active')
      .map(({ remaining, held }) => remaining - held)
  const waiting = classes.filter(({ status }) => status === 'PENDING')
  for (const plan of waiting.filter(({ needContract }) => needContract)) {
    expect(freeHours(plan.initiator, plan)).toEqual([])
  }
  const invited = waiting.flatMap((plan) => plan.seats.map((seat) => ({ plan, ...seat })))
  for (const { plan, player } of invited.filter(({ state }) => state === 'INVITED')) {
    expect(Math.max(...freeHours(player, plan))).toBeGreaterThanOrEqual(plan.consumedSessions)
  }
})

test('a message about hours that end soon names the hours that can be booked', () => {
  const { messages } = planWorld(new Date(A_MORNING))
  const soon = messages.filter(({ title }) => title === '课时即将到期')
  expect(soon.length).toBeGreaterThan(0)
  for (const { content, object } of soon) {
    if (object?.kind !== 'contract') throw new Error('not about a contract')
    expect(content).toContain(`还剩 ${object.plan.remaining - object.plan.held} 课时`)
  }
})

test('classes are denser in the evening and at weekends, and get fewer with distance from today', () => {
  const now = new Date(A_MORNING)
  const { classes, today } = planWorld(now)
  const ahead = classes.filter(({ day, status }) => day > today && (status === 'PENDING' || status === 'CONFIRMED'))
  const daysAhead = ({ day }: ClassPlan) => (instantOf(day, 0).getTime() - instantOf(today, 0).getTime()) / 86_400_000
  const inDays = (from: number, to: number) =>
    ahead.filter((plan) => daysAhead(plan) >= from && daysAhead(plan) <= to).length
  expect(ahead.length).toBeGreaterThan(80)
  expect(inDays(1, 6)).toBeGreaterThan(inDays(8, 13))
  const evening = ahead.filter(({ begin }) => begin >= 36).length
  const midday = ahead.filter(({ begin }) => begin >= 20 && begin < 32).length
  expect(evening).toBeGreaterThan(midday)
})

test.each(MOMENTS)('at %s coach and player find something to do', (moment) => {
  const now = new Date(moment)
  const { classes, people } = planWorld(now)
  const coach = people.named('coach')
  const player = people.named('player')
  const isOver = ({ day, end }: ClassPlan) => instantOf(day, end) <= now
  const his = classes.filter((plan) => plan.coach === coach)
  // Those of the last day. Older ones were completed automatically.
  const unfinished = his.filter((plan) => plan.status === 'CONFIRMED' && isOver(plan))
  const dayAgo = now.getTime() - 86_400_000
  const recent = his.filter(({ day, end, status, initiator }) => {
    const endsAt = instantOf(day, end).getTime()
    return initiator !== player && status !== 'CANCELLED' && endsAt <= now.getTime() && endsAt > dayAgo
  })
  expect(unfinished).toHaveLength(Math.min(2, recent.length))
  expect(his.filter(({ status }) => status === 'PENDING').length).toBeGreaterThanOrEqual(6)
  const hers = classes.filter(({ initiator }) => initiator === player)
  expect(hers.filter(({ status }) => status === 'PENDING')).toHaveLength(1)
  const next = hers.filter(({ status, startsAt }) => status === 'CONFIRMED' && startsAt > now)
  expect(next.some(({ startsAt }) => startsAt.getTime() - now.getTime() < 48 * 3_600_000)).toBe(true)
})

const isMissing = ({ attendance }: ClassPlan['seats'][number]) => attendance === 'absent' || attendance === 'leave'

test.each(MOMENTS)('at %s player has played longer than the strings of the racket in use last', (moment) => {
  const { classes, stringing, people, now } = planWorld(new Date(moment))
  const player = people.named('player')
  const [last] = stringing.jobs
    .filter(({ racket, status }) => racket.owner === player && racket.isMain && status === 'COMPLETED')
    .filter(({ racket }) => racket.sport === 'tennis')
    .sort((one, other) => (other.steps.at(-1)?.at.getTime() ?? 0) - (one.steps.at(-1)?.at.getTime() ?? 0))
  const since = last?.steps.at(-1)?.at ?? now
  const hours = classes
    .filter(({ status, startsAt }) => status === 'COMPLETED' && startsAt >= since)
    .filter(({ seats }) => seats.some((seat) => seat.player === player && !isMissing(seat)))
    .reduce((sum, { begin, end }) => sum + (end - begin) / 2, 0)
  expect(hours).toBeGreaterThanOrEqual(15)
})

/** The world as lines of text: everything that depends on the random numbers. */
function told({ people, classes, ledgers, locks, likes, balls, messages }: World): string[] {
  return [
    ...people.all.map(({ nickname, phone, createdAt }) => [nickname, phone, createdAt.toISOString()]),
    ...classes.map(({ day, begin, end, court, coach, seats, status, events }) => [
      [day, begin, end, court.n, coach.n, status],
      seats.map(({ player, attendance }) => [player.n, attendance]),
      events.map(({ at, action }) => [at.toISOString(), action]),
    ]),
    ...ledgers.map(({ contract, remaining, held, rows }) => [
      contract.player.n,
      contract.expiryDate,
      remaining,
      held,
      rows.length,
    ]),
    ...locks.map(({ day, begin, end, reason }) => [day, begin, end, reason]),
    ...likes.map(({ source, target, at }) => [source.n, target.n, at.toISOString()]),
    ...balls.map(({ title, day, court, participants }) => [
      title,
      day,
      court?.n,
      participants.map(({ player }) => player.n),
    ]),
    ...messages.map(({ receiver, content, readStatus, at }) => [receiver.n, content, readStatus, at.toISOString()]),
  ].map((facts) => JSON.stringify(facts))
}

function latestStep({ classes, ledgers, messages, likes, balls, cards, stringing }: World): number {
  const steps = [
    ...classes.flatMap(({ events }) => events.map(({ at }) => at)),
    ...[...ledgers, ...cards].flatMap(({ rows }) => rows.map(({ at }) => at)),
    ...[...messages, ...likes].map(({ at }) => at),
    ...balls.flatMap(({ participants }) => participants.map(({ at }) => at)),
    ...stringing.jobs.flatMap(({ steps, review }) => [...steps, ...(review ? [review] : [])].map(({ at }) => at)),
  ]
  return Math.max(...steps.map((at) => at.getTime()))
}
