import { cancelByPlayer, createByPlayer } from '@paidang/api/areas/activities/class-actions'
import { pathOf } from '@paidang/api/client'
import type { Client } from 'pg'
import { COACH_STEPS, FREE_BEGINS, GRID_PLAYERS, writingPlaceOf, ZIPF_EXPONENT } from './grid-requests.ts'
import type { Person } from './people.ts'
import { type Script, scriptOf } from './pgbench.ts'
import type { Product } from './product.ts'
import { sized } from './scale.ts'
import { captureStatements, type Statement } from './statements.ts'
import { DAYS, dayAt, FIRST, SIZE, type World } from './world.ts'

/** A booking whose numbers occur nowhere else in its statements, so that they can be told apart from constants. */
const TELLING = { connection: sized(31, 3), venue: sized(159, 19), court: 7 }
const KEYS = { create: 'bench-the-booking-watched', cancel: 'bench-the-cancel-watched' } as const

/**
 * The statements of the writes among the grid reads. Each connection alternates a booking and its cancellation. Each of
 * them goes from `begin` to `commit`.
 */
export async function scriptOfWrites(
  product: Product,
  db: Client,
  { world, people }: { world: World; people: readonly Person[] },
): Promise<Script> {
  const { connection, venue, court } = TELLING
  const { day, begin } = writingPlaceOf(connection)
  const company = venue % SIZE.companies
  const person = people.find(({ id }) => (id - FIRST.player) % SIZE.companies === company)
  if (!person) throw new Error('nobody of that company is logged in')
  const body = {
    coachId: String(FIRST.coach + venue),
    courseDesignId: String(FIRST.course + company),
    stadiumId: String(FIRST.venue + venue),
    selectedCourt: court,
    courseDate: dayAt(world, day),
    beginTimeSlot: begin,
    endTimeSlot: begin + 2,
  }
  let id = ''
  const created = await captureStatements(product, db, async () => {
    id = await write(product, person, { ...createByPlayer, key: KEYS.create, body })
  })
  const cancelled = await captureStatements(product, db, async () => {
    await write(product, person, {
      method: cancelByPlayer.method,
      path: pathOf(cancelByPlayer.path, { params: { id } }),
      key: KEYS.cancel,
      body: {},
    })
  })
  const places = new Map([
    [String(person.id), ':player'],
    [body.coachId, ':coach'],
    [body.stadiumId, ':venue'],
    [body.courseDesignId, ':course'],
    [String(FIRST.company + company), ':company'],
    [String(FIRST.contract + person.id - FIRST.player), ':contract'],
    [String(FIRST.court + venue * SIZE.courtsPerVenue + court), ':court'],
    [String(court), ':court_index'],
    [body.courseDate, `(date '${world.today}' + :d::int)`],
    [String(begin), ':begin'],
    [String(begin + 1), ':begin + 1'],
    [String(begin + 2), ':begin + 2'],
    [KEYS.create, ':key'],
    [KEYS.cancel, ':key'],
    [id, ':made_id'],
  ])
  const answers = [{ part: 'insert into "invitations"', prefix: 'made_' }]
  const create = scriptOf({
    statements: transactionOf(created, KEYS.create),
    settings: PLACE,
    places,
    answers,
    name: 'create_',
  })
  const cancel = scriptOf({ statements: transactionOf(cancelled, KEYS.cancel), settings: [], places, name: 'cancel_' })
  const text = [
    '\\set key random(1000000000, 9000000000000000000)',
    '\\if :booked',
    `${cancel.text}\\set booked 0`,
    '\\else',
    `${create.text}\\set booked 1`,
    '\\endif\n',
  ].join('\n')
  return { text, constants: { ...create.constants, ...cancel.constants, booked: '0' } }
}

/** writingPlaceOf for pgbench's own connection, with the same draw of venue, coach and player. */
const PLACE = [
  `\\set pair :client_id / 2`,
  `\\set d 1 + :pair % ${DAYS - 1}`,
  `\\set begin ${FREE_BEGINS[0]} + ${FREE_BEGINS[1] - FREE_BEGINS[0]} * (:pair / ${DAYS - 1})`,
  `\\set v random_zipfian(1, ${SIZE.venues}, ${ZIPF_EXPONENT}) - 1`,
  '\\set v :v - :v % 2 + :client_id % 2',
  `\\set c (:v + ${SIZE.coaches} - 2 * random(0, ${COACH_STEPS - 1})) % ${SIZE.coaches}`,
  `\\set company_index :c % ${SIZE.companies}`,
  // Players are 13 apart and there are ten companies. So person n belongs to company 3n mod 10, and person 7c to
  // company c.
  `\\set person (7 * :company_index) % ${SIZE.companies} + ${SIZE.companies} * random(0, ${Math.floor(GRID_PLAYERS.count / SIZE.companies) - 1})`,
  `\\set p ${GRID_PLAYERS.apart} * :person`,
  `\\set court_index random(0, ${SIZE.courtsPerVenue - 1})`,
  `\\set player ${FIRST.player} + :p`,
  `\\set contract ${FIRST.contract} + :p`,
  `\\set coach ${FIRST.coach} + :c`,
  `\\set company ${FIRST.company} + :company_index`,
  `\\set course ${FIRST.course} + :company_index`,
  `\\set venue ${FIRST.venue} + :v`,
  `\\set court ${FIRST.court} + :v * ${SIZE.courtsPerVenue} + :court_index`,
]

/**
 * The transaction with this Idempotency-Key among captured statements.
 * @throws Error if there is none
 */
export function transactionOf(all: readonly Statement[], key: string): Statement[] {
  const keyed = all.find(({ parameters }) => parameters.includes(key))
  const own = all.filter(({ backend }) => backend === keyed?.backend)
  const begin = own.findLastIndex(
    ({ sql }, place) => sql === 'begin' && keyed !== undefined && place < own.indexOf(keyed),
  )
  const end = own.findIndex(({ sql }, place) => sql === 'commit' && place > begin)
  if (begin < 0 || end < 0) throw new Error(`a write is not one transaction:\n${all.map(({ sql }) => sql).join('\n')}`)
  return own.slice(begin, end + 1)
}

type Write = { method: string; path: string; key: string; body: object }

/** Books or cancels a class. @returns the id of the class */
export async function write(
  { address }: Product,
  { token }: Person,
  { method, path, key, body }: Write,
): Promise<string> {
  const response = await fetch(`${address}/aaapi${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  const { data, msg } = (await response.json()) as { data: { id: string }; msg: string }
  if (!response.ok) throw new Error(`a write was refused: ${msg}`)
  return data.id
}

/** Frees the evenings of all left bookings. Those stay as rows without claims. */
export async function freeEvenings(db: Client): Promise<void> {
  await db.query(`delete from slot_claims where half_hour >= ${FREE_BEGINS[0]}`)
}
