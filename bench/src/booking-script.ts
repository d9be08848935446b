import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import type { Client } from 'pg'
import { bookingAt, bookingBody, FIRST_BEGIN, LESSONS_PER_DAY, studentAt } from './booking-requests.ts'
import type { Person } from './people.ts'
import { type Script, scriptOf } from './pgbench.ts'
import type { Product } from './product.ts'
import { captureStatements } from './statements.ts'
import { FIRST, STUDIO, studioOf, type World } from './world.ts'
import { transactionOf, write } from './write-script.ts'

/** A booking whose numbers occur nowhere else in its statements, so that they can be told apart from constants. */
const TELLING = 14 * STUDIO.places - 1
const KEY = 'bench-the-one-that-is-watched'

/**
 * The statements of one booking, from `begin` to `commit`. Each of this many pgbench clients makes its own next
 * booking.
 */
export async function scriptOfBooking(
  product: Product,
  db: Client,
  { world, students, clients }: { world: World; students: readonly Person[]; clients: number },
): Promise<Script> {
  const student = studentAt(students, TELLING)
  const { place, begin } = bookingAt(TELLING)
  const body = bookingBody(world, TELLING)
  let id = ''
  const all = await captureStatements(product, db, async () => {
    id = await write(product, student, { ...createByPlayer, key: KEY, body })
  })
  const statements = transactionOf(all, KEY)
  const places = new Map([
    [String(student.id), ':player'],
    [body.coachId, ':coach'],
    [String(studioOf(place).company), ':company'],
    [body.courseDesignId, ':course'],
    [String(FIRST.studioContract + place), ':contract'],
    [body.stadiumId, ':venue'],
    [String(FIRST.studioCourt + place), ':court'],
    [String(body.selectedCourt), ':court_index'],
    [body.courseDate, `(date '${world.today}' + :d::int)`],
    [String(begin), ':begin'],
    [String(begin + 1), ':begin + 1'],
    [String(begin + 2), ':begin + 2'],
    [KEY, ':key'],
    [id, ':made_id'],
  ])
  const settings = [...placesOf(clients), '\\set key random(1000000000, 9000000000000000000)']
  const answers = [{ part: 'insert into "invitations"', prefix: 'made_' }]
  const script = scriptOf({ statements, settings, places, answers })
  return { ...script, constants: { ...script.constants, n: '-1' } }
}

/** bookingAt for pgbench's own next booking, of this many clients. */
export function placesOf(clients: number): string[] {
  const { places: count, courtsPerVenue, companies } = STUDIO
  return [
    '\\set n :n + 1',
    `\\set k :n * ${clients} + :client_id`,
    `\\set place :k % ${count}`,
    `\\set lesson :k / ${count}`,
    `\\set d 1 + :lesson / ${LESSONS_PER_DAY}`,
    `\\set begin ${FIRST_BEGIN} + 2 * (:lesson % ${LESSONS_PER_DAY})`,
    `\\set player ${FIRST.studioPlayer} + :place`,
    `\\set coach ${FIRST.studioCoach} + :place`,
    `\\set contract ${FIRST.studioContract} + :place`,
    `\\set company ${FIRST.studioCompany} + :place % ${companies}`,
    `\\set course ${FIRST.studioCourse} + :place % ${2 * companies}`,
    `\\set venue ${FIRST.studioVenue} + :place / ${courtsPerVenue}`,
    `\\set court ${FIRST.studioCourt} + :place`,
    `\\set court_index :place % ${courtsPerVenue}`,
  ]
}
