import type { Client } from 'pg'
import { GRID_PLAYERS, requestGrid, ZIPF_EXPONENT } from './grid-requests.ts'
import type { Person } from './people.ts'
import { type Script, scriptOf } from './pgbench.ts'
import type { Product } from './product.ts'
import { sized } from './scale.ts'
import { captureStatements } from './statements.ts'
import { DAYS, dayAt, FIRST, SIZE, VENUES_PER_COACH, type World } from './world.ts'

/** A venue and a day that nobody has requested yet. */
const UNASKED = { venue: sized(150, 15), day: 5 }

/** The product's statements for a grid that is not in its cache. Venue, coach, player and day vary. */
export async function scriptOfMiss(product: Product, db: Client, world: World, { id, token }: Person): Promise<Script> {
  const { venue, day } = UNASKED
  const bodyAt = (place: number, day: number) => ({
    coachId: String(FIRST.coach + place),
    stadiumId: String(FIRST.venue + place),
    date: dayAt(world, day),
  })
  // A first request for another day looks up the session. After it only the grid's own statements follow, all of them.
  await requestGrid(product, { token, key: 'bench-another-grid', body: bodyAt(0, day + 1) })
  const body = bodyAt(venue, day)
  const captured = await captureStatements(product, db, async () => {
    await requestGrid(product, { token, key: 'bench-this-grid', body })
  })
  const courts = Array.from({ length: SIZE.courtsPerVenue }, (_, index) => index)
  const places = new Map([
    [body.coachId, ':coach'],
    [body.stadiumId, ':venue'],
    [String(id), ':me'],
    [body.date, `(date '${world.today}' + :d::int)`],
    ...courts.map((index) => [String(FIRST.court + venue * SIZE.courtsPerVenue + index), `:court${index}`] as const),
  ])
  // Each of them asks for the coach, the venue, the player or the day. Those of a job do not.
  const isOfGrid = (value: string | null) => value?.split(/[{},]/).some((part) => places.has(part)) ?? false
  const statements = captured.filter(({ parameters }) => parameters.some(isOfGrid))
  const settings = [
    `\\set v random_zipfian(1, ${SIZE.venues}, ${ZIPF_EXPONENT}) - 1`,
    `\\set d random_zipfian(1, ${DAYS}, ${ZIPF_EXPONENT}) - 1`,
    `\\set venue ${FIRST.venue} + :v`,
    `\\set coach ${FIRST.coach} + (:v + ${SIZE.coaches} - random(0, ${VENUES_PER_COACH - 1})) % ${SIZE.coaches}`,
    `\\set me ${FIRST.player} + ${GRID_PLAYERS.apart} * random(0, ${GRID_PLAYERS.count - 1})`,
    ...courts.map((index) => `\\set court${index} ${FIRST.court} + :v * ${SIZE.courtsPerVenue} + ${index}`),
  ]
  return scriptOf({ statements, settings, places })
}
