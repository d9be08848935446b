import * as api from '@paidang/api/areas/activities/vacancies'
import { eq } from 'drizzle-orm'
import { JOBS } from '../../../jobs-of-areas.ts'
import { contracts } from '../../../tables/contracts.ts'
import { vacancyAlerts } from '../../../tables/vacancies.ts'
import { givenContract, givenPlayer, givenScene, only, TEST_NOW, TOMORROW } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runNamedJobs } from '../../../testing/run-job.ts'
import { checkEveryCell } from '../../../testing/table-of-ends.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Tests table-of-ends.tsv: how an alert for a class ends.

const server = await startTestServer({ rows: 'kept' })
const { db, signedInAs } = server

type GivenAlert = { id: string; owner: string; 'other player': string; contractId: string }

async function arrange(name: string): Promise<GivenAlert> {
  const scene = await givenScene(db)
  const { coachId, courseId, venueId: stadiumId } = scene
  const owner = await givenPlayer(db)
  const contractId = await givenContract(db, { userId: owner, courseId, coachId, sessions: 10 })
  const days = { firstDay: TOMORROW, lastDay: TOMORROW, weekdays: [6] }
  const times = { ...days, beginTimeSlot: 20, endTimeSlot: 22, length: 2 }
  const body = { kind: 'CLASS' as const, coachId, courseId, stadiumId, ...times }
  const { id } = await signedInAs(owner)(api.createVacancyAlert, { body })
  const given = { id, owner, 'other player': await givenPlayer(db), contractId }
  if (name === 'TAKEN') await givenInvitation(db, { scene, status: 'CONFIRMED' })
  if (name === 'BOOKED') await book(given, 'owner')
  if (name === 'ENDED') await signedInAs(owner)(api.endVacancyAlert, { params: { id }, body: {} })
  return given
}

const clientOf = (given: GivenAlert, actor: string) =>
  signedInAs(actor === 'owner' ? given.owner : given['other player'])
const book = (given: GivenAlert, actor: string) =>
  clientOf(given, actor)(api.bookVacancy, {
    params: { id: given.id },
    body: { day: TOMORROW, beginTimeSlot: 20, selectedCourt: 0 },
  })

const moments = {
  'in time': () => TEST_NOW,
  'it has begun': () => new Date(`${TOMORROW}T10:00:00+08:00`),
  'its last day is over': () => new Date(`${TOMORROW}T24:00:00+08:00`),
}

checkEveryCell<GivenAlert>(server, {
  file: new URL('./table-of-ends.tsv', import.meta.url),
  arrange,
  moments: { FREE: moments, TAKEN: moments, BOOKED: moments, ENDED: moments },
  actors: ['owner', 'other player'],
  actions: {
    book,
    until: (given, actor) =>
      clientOf(given, actor)(api.extendVacancyAlert, { params: { id: given.id }, body: { lastDay: '2026-05-09' } }),
    end: (given, actor) => clientOf(given, actor)(api.endVacancyAlert, { params: { id: given.id }, body: {} }),
  },
  runJobs: () => runNamedJobs(server, JOBS, ['vacancies']),
  async stateOf({ id, contractId }) {
    const alert = only(await db.select().from(vacancyAlerts).where(eq(vacancyAlerts.id, id)))
    const contract = only(await db.select().from(contracts).where(eq(contracts.id, contractId)))
    return { status: alert.state, sums: { held: contract.heldSessions } }
  },
})
