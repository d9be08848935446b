import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyTables } from '../../../testing/all-rows.ts'
import { TOMORROW } from '../../../testing/builders.ts'
import { COACHES, givenTies, PEOPLE, type TiedWorld, ties } from '../../../testing/given-ties.ts'
import { modelRuns } from '../../../testing/model/model-runs.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Property test: people with random ties, some of whom are blocked from each other. Each person calls every endpoint
// that names people. No answer may name a person who is blocked from the caller. A failure prints the seed and the
// smallest set of ties that shows it. MODEL_RUNS=1000 runs longer. MODEL_SEED=… repeats one run.

const RUNS = { usual: 6, long: 60 }

const server = await startTestServer({ rows: 'kept' })
const { app, db, maintenance, request } = server

/** A request that one person sends: the address and the body. */
type Asked = { url: string; body?: object }
type Question = (world: TiedWorld, by: number) => Asked[]

const PAGE = 'current=1&rows=100'
const own =
  (path: string, tail = ''): Question =>
  ({ ids }, by) => [{ url: `${path}/${ids[by]}${tail}` }]
const each =
  (path: string, of: 'classIds' | 'ballIds'): Question =>
  (world) =>
    world[of].map((id) => ({ url: `${path}/${id}` }))
const byCoaches =
  (question: Question): Question =>
  (world, by) =>
    by < COACHES ? question(world, by) : []

/**
 * Endpoints where people are found to begin something with them. They never name a blocked person, whatever ties the
 * two have.
 */
const FINDING: Record<string, Question> = {
  'coaches of a player': own('/user-relation/coach-by-player'),
  'a student by his number': byCoaches(({ phones }) =>
    phones.map((phone) => ({ url: `/app-users/searchByPhone/${phone}` })),
  ),
  'coaches of a course': ({ courseId }) => [{ url: `/coach-course/findCoachByCourse/${courseId}` }],
  'coaches of a venue': ({ venueId }) => [{ url: `/coach-stadium/query-by-stadium/${venueId}` }],
  'usual courses': own('/course-invitation/usual/by-player'),
  'the catalogue': () => [{ url: '/user/common-courses' }],
  'business cards': ({ ids }) => [{ url: '/cards/multiCards', body: { userIds: ids } }],
  'histories of levels': ({ ids }) => ids.map((id) => ({ url: `/app-users/levels/${id}?${PAGE}` })),
  search: () => [{ url: `/home/search?keyword=${encodeURIComponent('甲乙')}` }],
  'reviews of a shop': ({ merchantId }) => [{ url: `/threading/merchants/${merchantId}/reviews?${PAGE}` }],
}

/** Endpoints that show existing dealings. They name a blocked person only where a tie binds the two. */
const SEEING: Record<string, Question> = {
  'students of a coach': byCoaches(own('/coach-home/player-page', `?${PAGE}`)),
  'one student': byCoaches(({ ids }) => ids.map((id) => ({ url: `/coach-home/student/${id}` }))),
  'students of a club': byCoaches(({ companyId }) => [
    { url: `/coach-home/player-page-by-company/${companyId}?${PAGE}` },
  ]),
  classes: () => [{ url: `/course-invitation-response/pageByUser?${PAGE}` }],
  agenda: () => [{ url: `/course-invitation-response/agenda?from=${TOMORROW}&days=7` }],
  'one class': each('/course-invitation', 'classIds'),
  'one class whole': each('/course-invitation/full-info', 'classIds'),
  calendar: () => [{ url: '/calendar/month?month=2026-05' }],
  'public games': () => [{ url: `/invitationball/public?${PAGE}` }],
  'listed games': () => [{ url: '/invitationball/list', body: { current: 1, rows: 100 } }],
  'own games': ({ ids }, by) => [{ url: `/invitationball/getUserBallsByStatusGroup/all/${ids[by]}?${PAGE}` }],
  'one game': each('/invitationball', 'ballIds'),
  'one game whole': each('/invitationball/detail', 'ballIds'),
  'seats of a game': each('/ballparticipant/queryByInvitationBallId', 'ballIds'),
  messages: () => [{ url: `/common/messages/ball-message/all?${PAGE}` }],
}

/** The endpoints that named another person at least once. An endpoint that never names anybody would prove nothing. */
const hasNamed = new Set<string>()

test('no endpoint names a person who is blocked from the caller', async () => {
  await fc.assert(
    fc
      .asyncProperty(ties, async (input) => {
        const world = await givenTies(db, input)
        for (let by = 0; by < PEOPLE; by++) await askAsOne(world, by)
      })
      .afterEach(async () => {
        await emptyTables(maintenance)
        app.sessions.forgetAll()
        app.gridCache.clear()
      }),
    modelRuns('the blacklist', RUNS),
  )
  expect([...Object.keys(FINDING), ...Object.keys(SEEING)].filter((name) => !hasNamed.has(name))).toEqual([])
})

async function askAsOne(world: TiedWorld, by: number): Promise<void> {
  const headers = { authorization: `Bearer ${await server.tokenOf(world.ids[by] ?? '')}` }
  const ask = async (name: string, question: Question, mayName: (other: number) => boolean) => {
    for (const { url, body } of question(world, by)) {
      const method = body ? 'POST' : 'GET'
      const answer = await request({ method, url: `/aaapi${url}`, headers, ...(body && { payload: body }) })
      for (let other = 0; other < PEOPLE; other++) {
        if (other === by || !answer.body.includes(world.names[other] ?? '')) continue
        hasNamed.add(name)
        expect(mayName(other), `${name} tells ${world.names[by]} of ${world.names[other]}: ${answer.body}`).toBe(true)
      }
    }
  }
  const isSeen = (other: number) => !world.isApart(by, other)
  for (const [name, question] of Object.entries(FINDING)) await ask(name, question, isSeen)
  for (const [name, question] of Object.entries(SEEING))
    await ask(name, question, (other) => isSeen(other) || world.isBound(by, other))
}
