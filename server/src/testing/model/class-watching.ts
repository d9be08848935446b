import type { FullInfo } from '@paidang/api/areas/activities/classes'
import * as classes from '@paidang/api/areas/activities/classes'
import * as likes from '@paidang/api/areas/activities/likes'
import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import fc from 'fast-check'
import { expect } from 'vitest'
import * as actions from './class-actions.ts'
import {
  type Draft,
  dayEndOf,
  endContracts,
  finishByClock,
  freeUntilOf,
  joinedOf,
  type ModelClass,
  seen,
  startOf,
  statusOf,
  sweep,
} from './class-model.ts'
import { fullInfoOf, gridOf } from './class-views.ts'
import {
  actor,
  actorOf,
  attempt,
  classBy,
  coachIdsOf,
  command,
  draftOf,
  isIn,
  isToCome,
  type Model,
  none,
  nth,
  pick,
  type Real,
  write,
} from './command-parts.ts'

/** Commands that give and remove likes. */
export const liking = [
  ...command('like', 3, {
    args: fc.record({ on: pick, actor, target: pick, as: fc.constantFrom('coach', 'player', 'either') }),
    isReady: (m, { on }) => classBy(m, on, isIn('COMPLETED')) !== undefined,
    async run(m, r, { on, actor, target, as }) {
      const c = classBy(m, on, isIn('COMPLETED'))
      if (!c) return
      const people = [c.coachId, ...joinedOf(c)]
      const actorId = actorOf(r, actor, people)
      const targetUserId = nth([...people, ...people, nth(r.world.people, target).id], target)
      const byPath = { params: { a: c.id, b: targetUserId } }
      const calls = {
        coach: { endpoint: likes.likeCoach, ...byPath },
        player: { endpoint: likes.likePlayer, ...byPath },
        either: { endpoint: likes.addLike, body: { targetUserId, relatedId: c.id, recordType: 'COURSE_INVITATION' } },
      }
      const request = { actorId, repeat: actor.repeat, ...calls[as] }
      return write(
        m,
        r,
        'like',
        request,
        (d) => actions.like(d, c.id, actorId, targetUserId, as),
        (data, { state, done }) => {
          done.id = done.id || (data as { id: string }).id
          expect(data).toMatchObject({
            id: done.id,
            sourceUserId: actorId,
            targetUserId,
            likesCount: actions.likesOf(state, targetUserId),
          })
        },
      )
    },
  }),
  ...command('unlike', 1, {
    args: fc.record({ on: pick, actor }),
    isReady: (m) => m.state.likes.length > 0,
    async run(m, r, { on, actor }) {
      const { id, source, target } = nth(m.state.likes, on)
      const actorId = actorOf(r, actor, [source])
      const request = { actorId, endpoint: likes.cancelLike, params: { recordId: id }, repeat: actor.repeat }
      await write(
        m,
        r,
        'unlike',
        request,
        (d) => actions.unlike(d, id, actorId),
        (data, { state }) => expect(data).toEqual({ likesCount: actions.likesOf(state, target) }),
      )
    },
  }),
]

/** Instants at which something about a class changes. */
const bordersOf = (d: Draft, c: ModelClass) =>
  c.isPast || c.status === 'PENDING'
    ? [startOf(d, c), c.expiresAt]
    : [freeUntilOf(d, c), startOf(d, c) - 30 * 60_000, startOf(d, c), dayEndOf(d, c)]

/** Commands that move the clock and run its jobs. */
export const time = [
  // Moves to a border of a class, mostly a live one, or one millisecond beside it. Without a border: three hours on.
  ...command('clock', 3, {
    args: fc.record({ on: pick, border: pick, off: fc.constantFrom(-1, 0, 1) }),
    async run(m, r, { on, border, off }) {
      const draft = draftOf(m)
      const c = classBy(m, on, isIn('CONFIRMED')) ?? classBy(m, on, isIn('PENDING'))
      const borders = c ? bordersOf(draft, c).map((at) => at + off) : []
      const ahead = borders.filter((at) => at > m.state.now).sort((a, b) => a - b)
      m.state.now = ahead[border % Math.min(3, ahead.length)] ?? m.state.now + 3 * 3_600_000
      r.setClock(m.state.now)
    },
  }),
  // Moves to where a live class can be signed, or begins, or one millisecond before.
  ...command('begin', 3, {
    args: fc.record({ on: pick, before: fc.constantFrom(0, 30 * 60_000), off: fc.constantFrom(-1, 0, 0) }),
    isReady: (m, { on }) => classBy(m, on, isToCome) !== undefined,
    async run(m, r, { on, before, off }) {
      const c = classBy(m, on, isToCome)
      if (!c) return
      m.state.now = Math.max(m.state.now, startOf(draftOf(m), c) - before + off)
      r.setClock(m.state.now)
    },
  }),
  ...command('sweep', 1, {
    args: none,
    async run(m, r) {
      const draft = draftOf(m)
      sweep(draft)
      await r.sweep()
      expect(await r.hours()).toEqual(m.state.contracts.map(({ remaining, held }) => [remaining, held]))
    },
  }),
  ...command('finishByClock', 1, {
    args: none,
    async run(m, r) {
      finishByClock(draftOf(m))
      await r.finishByClock()
      expect(await r.hours()).toEqual(m.state.contracts.map(({ remaining, held }) => [remaining, held]))
    },
  }),
  ...command('endContracts', 1, {
    args: none,
    async run(m, r) {
      endContracts(draftOf(m))
      await r.endContracts()
      expect(await r.hours()).toEqual(m.state.contracts.map(({ remaining, held }) => [remaining, held]))
    },
  }),
]

/** Commands that read the booking view and the grid. */
export const looking = [
  ...command('look', 3, {
    args: fc.record({ on: pick, actor }),
    isReady: (m, { on }) => classBy(m, on, () => true) !== undefined,
    async run(m, r, { on, actor }) {
      const c = classBy(m, on, () => true)
      if (!c) return
      const actorId = actorOf(r, actor, [c.coachId, c.initiatorId, ...Object.keys(c.seats)])
      const expected = attempt(m, (draft) => seen(draft, c.id, actorId))
      const { status, body } = await r.send({ actorId, endpoint: classes.getFullInfo, params: { id: c.id } })
      expect({ status, code: body.code }).toEqual(
        expected.refused ? { status: expected.refused.status, code: expected.refused.code } : { status: 200, code: 0 },
      )
      if (expected.refused) return
      const { invitation, reqUser, responsePlayers } = body.data as FullInfo
      const seats = responsePlayers.map((seat) => [
        seat.responderId,
        { state: seat.responseStatus, attendance: seat.attendance, held: seat.heldSessions, mustAgree: seat.mustAgree },
      ])
      const shown = fullInfoOf(expected.state, expected.done, actorId)
      expect({ invitation, reqUser }).toMatchObject({ invitation: shown.invitation, reqUser: shown.reqUser })
      expect(Object.fromEntries(seats)).toEqual(shown.seats)
    },
  }),
  ...command('grid', 2, {
    args: fc.record({ coach: pick, by: pick, day: fc.nat({ max: 1 }) }),
    async run(m, r, { coach, by, day }) {
      const input = { coachId: nth(coachIdsOf(r), coach), actorId: nth(r.world.people, by).id, day }
      const shown = await readGrid(r, input)
      const draft = draftOf(m)
      // A request past its deadline may still be shown until the clean-up job has run.
      const isCleanedUp = m.state.classes.every((c) => c.status === statusOf(draft, c))
      if (isCleanedUp) expect(shown).toEqual(gridOf(draft, input))
    },
  }),
]

async function readGrid(
  r: Real,
  { coachId, actorId, day }: { coachId: string; actorId: string; day: number },
): Promise<string[]> {
  const body = { coachId, stadiumId: r.world.stadiumId, date: r.world.days[day]?.date }
  const { body: answer } = await r.send({ actorId, endpoint: courtStatusForPlayer, body })
  const cells = answer.data as { courtCode: string; timeIndex: number; status: string; inviteId: string | null }[]
  return cells.map(({ courtCode, timeIndex, status, inviteId }) => `${courtCode} ${timeIndex} ${status} ${inviteId}`)
}

/** Compares every grid (each day and coach, as each person sees it) with the model's. Runs the clean-up job first. */
export async function checkAllGrids(m: Model, r: Real): Promise<void> {
  const draft = draftOf(m)
  sweep(draft)
  await r.sweep()
  for (const day of r.world.days.keys())
    for (const coachId of coachIdsOf(r))
      for (const { id: actorId, name } of r.world.people) {
        const input = { coachId, actorId, day }
        expect(await readGrid(r, input), `day ${day} of ${coachId} as ${name} sees it`).toEqual(gridOf(draft, input))
      }
}
