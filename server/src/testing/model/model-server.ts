import { pathOf } from '@paidang/api/client'
import type { Endpoint } from '@paidang/api/endpoint'
import { asc } from 'drizzle-orm'
import { finishUnfinished } from '../../areas/activities/classes/complete.ts'
import { expireStaleInvitations } from '../../areas/activities/classes/expire-stale-invitations.ts'
import { expireContracts } from '../../areas/money/contracts/expiry.ts'
import { API_PREFIX } from '../../http/serve.ts'
import { loginSessions } from '../../tables/auth.ts'
import { contracts } from '../../tables/contracts.ts'
import { restoreRows, saveRows } from '../all-rows.ts'
import { only, TEST_NOW } from '../builders.ts'
import type { TestServer } from '../test-server.ts'
import type { ModelState } from './class-model.ts'
import { type GivenModelWorld, givenModelWorld } from './model-world.ts'

/** One request of the model test; `key` is its Idempotency-Key. */
type ModelRequest = {
  actorId: string
  endpoint: Endpoint
  params?: Record<string, string>
  body?: object
  key?: string
}

type ModelAnswer = { status: number; body: { code: unknown; data: unknown } }

/** The real server as the commands use it. */
export type ModelServer = {
  send(request: ModelRequest): Promise<ModelAnswer>
  /** An idempotency key that no request of this run has used. */
  nextKey(): string
  setClock(ms: number): void
  /** Runs the clean-up jobs: expires requests past their deadline and ends contracts past their last day. */
  sweep(): Promise<void>
  endContracts(): Promise<void>
  /** Runs the job that completes what nobody completed. */
  finishByClock(): Promise<void>
  /** Remaining and held hours of all contracts, oldest first. */
  hours(): Promise<[number, number][]>
  shareTokenOf(classId: string): string
  /** Restores the initial state. @returns the initial state of the model */
  begin(): Promise<ModelState>
}

/** Builds the small world once, and wraps the server. Each run starts in that world. */
export async function openModelServer(server: TestServer): Promise<ModelServer & GivenModelWorld> {
  const { app, db, maintenance, clock, request } = server
  const given = await givenModelWorld(db)
  const sessions = new Map<string, string>()
  for (const { id: userId } of given.world.people) {
    const session = only(await db.insert(loginSessions).values({ userId }).returning({ id: loginSessions.id }))
    sessions.set(userId, session.id)
  }
  await saveRows(maintenance)
  let keys = 0

  const job = () => ({
    features: app.features,
    db,
    now: clock.now(),
    signal: new AbortController().signal,
    onFault: (error: unknown) => {
      throw error
    },
  })
  return {
    ...given,
    async send({ actorId, endpoint, params = {}, body, key }) {
      const token = app.sessions.sign({ userId: actorId, sessionId: sessions.get(actorId) ?? '' })
      const response = await request({
        method: endpoint.method,
        url: API_PREFIX + pathOf(endpoint.path, { params }),
        headers: { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
        ...(body && { payload: body }),
      })
      return { status: response.statusCode, body: response.json() }
    },
    nextKey: () => `model-test-${keys++}`,
    setClock: (ms) => clock.set(new Date(ms)),
    sweep: () => expireStaleInvitations(job()),
    endContracts: () => expireContracts(job()),
    finishByClock: () => finishUnfinished(job()),
    async hours() {
      const rows = await db.select().from(contracts).orderBy(asc(contracts.id))
      return rows.map(({ remainingSessions, heldSessions }) => [remainingSessions, heldSessions])
    },
    shareTokenOf: (id) => app.shareTokens.of(id),
    async begin() {
      await restoreRows(maintenance)
      app.gridCache.clear()
      clock.set(TEST_NOW)
      return { now: TEST_NOW.getTime(), classes: [], contracts: structuredClone(given.contracts), likes: [] }
    },
  }
}
