import { orderCategories, renameCategory } from '@paidang/api/areas/activities/admin-products'
import { createByPlayer, finishInvitation } from '@paidang/api/areas/activities/class-actions'
import { closeAccount, readClosing, setPassword } from '@paidang/api/areas/desks/accounts'
import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import { decidePasswordRequest } from '@paidang/api/areas/desks/admin-password-requests'
import { decideReport } from '@paidang/api/areas/desks/admin-reports'
import { updateSessions } from '@paidang/api/areas/money/contracts'
import { setVenueManager } from '@paidang/api/areas/places/admin-venues'
import { endAdvert, orderAdverts } from '@paidang/api/areas/views/admin-adverts'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Call } from '@paidang/api/client'
import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { productCategories } from './tables/shop.ts'
import {
  givenAdvert,
  givenContract,
  givenLogin,
  givenPlayer,
  givenRelation,
  givenScene,
  TOMORROW,
} from './testing/builders.ts'
import { givenPasswordRequest, givenReport } from './testing/given-desks.ts'
import { givenInvitation } from './testing/given-invitation.ts'
import { givenCategory } from './testing/given-shop.ts'
import { collide, countDeadlocks } from './testing/race.ts'
import { raceRounds } from './testing/run-length.ts'
import { startTestServer } from './testing/test-server.ts'

// Writers of the same rows lock them in one order, whether a decision compares a revision first or not.

const { db, signedInAs, asStaff } = await startTestServer()
let operator: Call
beforeEach(async () => {
  operator = asStaff('operator')
  await operator(readInbox, { query: {} })
})

/** Two calls at the same moment, and statements that lock the rows which both need. */
type Meeting = { calls: readonly [() => Promise<unknown>, () => Promise<unknown>]; rows: readonly SQL[] } & {
  /** The codes with which one of the two may be refused. */
  refusals?: string[]
}

const row = (table: string, id: string, column = 'id') =>
  sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id} for update`
const revision = 0
const ROUNDS = raceRounds(8)

/** A player with a password who asked the operators for a new one. */
async function givenAsker() {
  const userId = await givenPlayer(db)
  const { password } = await givenLogin(db, { userId })
  const id = await givenPasswordRequest(db, { userId })
  const owner = signedInAs(userId)
  await owner(readClosing, {})
  const close = () => owner(closeAccount, { body: { password, confirm: '注销' } })
  const decide = (approve: boolean) => () =>
    operator(decidePasswordRequest, { params: { id }, body: { approve, reason: '无法核实', revision } })
  return { userId, owner, password, id, close, decide }
}

const MEETINGS: [string, () => Promise<Meeting>][] = [
  [
    'a coach becomes the manager of a venue, and is booked there',
    async () => {
      const { venueId, coachId, courseId, playerId } = await givenScene(db)
      const span = { courseDate: TOMORROW, beginTimeSlot: 20, endTimeSlot: 22 }
      const booking = { coachId, courseDesignId: courseId, stadiumId: venueId, selectedCourt: 0, ...span }
      return {
        calls: [
          () => operator(setVenueManager, { params: { id: venueId }, body: { coachId, isManager: true, revision } }),
          () => signedInAs(playerId)(createByPlayer, { body: { ...booking, participantsCount: 2 } }),
        ],
        rows: [row('venues', venueId), row('coach_venues', coachId, 'coach_id')],
      }
    },
  ],
  [
    'a category is renamed, and all are sorted',
    async () => {
      const [first, second] = [await givenCategory(db), await givenCategory(db)]
      const all = await db.select({ id: productCategories.id }).from(productCategories)
      return {
        calls: [
          () => operator(renameCategory, { params: { id: second }, body: { name: `新球${second}`, revision } }),
          () => operator(orderCategories, { body: { ids: all.map(({ id }) => id) } }),
        ],
        rows: [row('product_categories', first), row('product_categories', second)],
      }
    },
  ],
  [
    'an advert ends, and all are sorted',
    async () => {
      const id = await givenAdvert(db)
      return {
        calls: [
          () => operator(endAdvert, { params: { id }, body: { revision } }),
          () => operator(orderAdverts, { body: { place: 'home', ids: [id] } }),
        ],
        rows: [row('adverts', id), sql`lock table adverts in share update exclusive mode`],
        refusals: ['adverts_changed'],
      }
    },
  ],
  [
    'an operator gives a password, and the owner changes it',
    async () => {
      const { userId, owner, password, id, decide } = await givenAsker()
      const body = { oldPassword: password, newPassword: 'demo5678' }
      return {
        calls: [decide(true), () => owner(setPassword, { body })],
        rows: [row('password_requests', id), row('credentials', userId, 'user_id')],
        refusals: ['password_wrong', 'revision_outdated'],
      }
    },
  ],
  [
    'an operator refuses a password, and the account is closed',
    async () => {
      const { userId, id, close, decide } = await givenAsker()
      return {
        calls: [decide(false), close],
        rows: [row('password_requests', id), row('users', userId)],
        refusals: ['password_request_not_found'],
      }
    },
  ],
  [
    'a report is decided, and the account is closed',
    async () => {
      const { userId, close } = await givenAsker()
      const id = await givenReport(db, { reporterId: await givenPlayer(db), ownerId: userId })
      const body = { verdict: 'remove' as const, parts: ['nickname' as const], reason: '广告' }
      return {
        calls: [() => operator(decideReport, { params: { id }, body }), close],
        rows: [row('reports', id), row('users', userId)],
        refusals: ['report_decided'],
      }
    },
  ],
  [
    'a class with a player on leave is completed, and the hours of its players are set',
    async () => {
      const scene = await givenScene(db)
      const { coachId, courseId, playerId, contractId } = scene
      const other = await givenPlayer(db)
      await givenRelation(db, coachId, other)
      const otherContract = await givenContract(db, { userId: other, courseId, coachId })
      const id = await givenInvitation(db, {
        scene,
        madeBy: 'coach',
        status: 'CONFIRMED',
        courseDate: '2026-05-01',
        participantsCount: 2,
        joiners: [
          { userId: playerId, contractId, attendance: 'leave' },
          { userId: other, contractId: otherContract, attendance: 'present' },
        ],
      })
      const item = {
        courseDesignId: courseId,
        settingSessions: 20,
        expiryDate: '2026-12-31',
        isPhoneChecked: true,
        revision,
      }
      const items = [
        { ...item, id: contractId, userId: playerId },
        { ...item, id: otherContract, userId: other },
      ]
      return {
        calls: [
          () => signedInAs(coachId)(finishInvitation, { params: { id } }),
          () => signedInAs(coachId)(updateSessions, { body: { items, reason: '续费' } }),
        ],
        rows: [row('contracts', contractId), row('contracts', otherContract)],
        refusals: ['revision_outdated'],
      }
    },
  ],
]

test.each(MEETINGS)(`%s: without a deadlock, ${ROUNDS} times`, async (_name, given) => {
  const deadlocks = await countDeadlocks(db)
  for (let round = 0; round < ROUNDS; round++) {
    const { calls, rows, refusals = [] } = await given()
    const results = await collide(db, rows, calls)
    const codes = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason instanceof ApiError ? result.reason.code : result.reason] : [],
    )
    expect([[], ...refusals.map((code) => [code])]).toContainEqual(codes)
  }
  expect((await countDeadlocks(db)) - deadlocks).toBe(0)
})
