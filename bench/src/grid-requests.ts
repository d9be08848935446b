import { cancelByPlayer, createByPlayer } from '@paidang/api/areas/activities/class-actions'
import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import { pathOf } from '@paidang/api/client'
import { bytesOf, type Shot } from './load.ts'
import { below, type Random, randomFrom, zipfian } from './numbers.ts'
import type { Person } from './people.ts'
import type { Product } from './product.ts'
import { sized } from './scale.ts'
import { DAYS, dayAt, FIRST, SIZE, VENUES_PER_COACH, type World } from './world.ts'

/** Some venues and days are requested far more often than others. pgbench uses the same exponent. */
export const ZIPF_EXPONENT = 1.1
/** One request in fifty is a write: 2 %. */
export const READS_PER_WRITE = 49
const REQUESTS_PER_WRITE = READS_PER_WRITE + 1
/** This many of the 2,000 players are logged in. Their distance puts some of them in every company. */
export const GRID_PLAYERS = { count: sized(128, 20), apart: 13 }
export const gridPlayerIds = Array.from(
  { length: GRID_PLAYERS.count },
  (_, index) => FIRST.player + GRID_PLAYERS.apart * index,
)
/** Two classes fit between 20:00 and 22:00, where the filled world is free. */
export const FREE_BEGINS = [40, 42] as const
/** The number of prepared requests. They are sent again and again. */
const DRAWN = sized(8_192, 256)

/** A request for a grid: the caller's token, the body, and the Idempotency-Key that the app sends with every POST. */
export type GridQuestion = { token: string; key: string; body: { coachId: string; stadiumId: string; date: string } }

const venueRank = zipfian(SIZE.venues, ZIPF_EXPONENT)
const dayRank = zipfian(DAYS, ZIPF_EXPONENT)

/** Requests of many people for venues and days, drawn by rank, each for a coach of that venue. */
export function drawQuestions(world: World, people: readonly Person[]): GridQuestion[] {
  const random = randomFrom(1)
  return Array.from({ length: DRAWN }, () => {
    const venue = venueRank(random)
    const body = {
      coachId: String(FIRST.coach + coachAt(venue, random)),
      stadiumId: String(FIRST.venue + venue),
      date: dayAt(world, dayRank(random)),
    }
    return { token: oneOf(people, random).token, key: keyFrom(random), body }
  })
}

/** Sends one request. @returns the whole body of the answer @throws Error if it is refused */
export async function requestGrid({ address }: Product, { token, key, body }: GridQuestion): Promise<string> {
  const { method, path } = courtStatusForPlayer
  const response = await fetch(`${address}/aaapi${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`a grid was refused: ${text}`)
  return text
}

/** Every request once. */
export function warmUpShots(questions: readonly GridQuestion[]): () => Shot | undefined {
  const { method, path } = courtStatusForPlayer
  let count = 0
  return () => {
    const question = questions[count++]
    return question && { kind: 'grid', bytes: bytesOf({ method, path, ...question }) }
  }
}

/** Endless grid reads. */
export function readShots(questions: readonly GridQuestion[], seed: number): () => Shot {
  const random = randomFrom(seed)
  const { method, path } = courtStatusForPlayer
  const shots = questions.map((question) => ({ kind: 'grid', bytes: bytesOf({ method, path, ...question }) }))
  return () => oneOf(shots, random)
}

/**
 * The time at which one of the connections books, and the parity of its venues, coaches, companies and players. No two
 * connections need the same half-hour of anybody, because pgbench cannot be refused and must do the same. `day` counts
 * from today, whose evening may be over.
 */
export function writingPlaceOf(connection: number): { day: number; begin: number; parity: number } {
  const pair = Math.floor(connection / 2)
  const begin = FREE_BEGINS[Math.floor(pair / (DAYS - 1))]
  if (begin === undefined) throw new RangeError('more connections than evenings')
  return { day: 1 + (pair % (DAYS - 1)), begin, parity: connection % 2 }
}

/**
 * Steps from a venue to one of its coaches with the same parity as the venue. The coaches of a venue are neighbours.
 */
export const COACH_STEPS = Math.ceil(VENUES_PER_COACH / 2)

type Written = { id: string; token: string }

/** The same reads with 2 % writes among them. Each connection alternately books a class and cancels it. */
export function mixedShots(
  world: World,
  { people, questions, seed }: { people: readonly Person[]; questions: readonly GridQuestion[]; seed: number },
): (connection: number) => Shot {
  const random = randomFrom(seed)
  const nextRead = readShots(questions, seed + 1)
  const counts: number[] = []
  const written: (Written | undefined)[] = []
  return (connection) => {
    const count = (counts[connection] ?? below(random, REQUESTS_PER_WRITE)) + 1
    counts[connection] = count
    if (count % REQUESTS_PER_WRITE !== 0) return nextRead()
    const booked = written[connection]
    if (booked) {
      written[connection] = undefined
      return cancelShot(booked, random)
    }
    return createShot(world, people, { connection, random }, (made) => {
      written[connection] = made
    })
  }
}

function createShot(
  world: World,
  people: readonly Person[],
  { connection, random }: { connection: number; random: Random },
  onMade: (made: Written) => void,
): Shot {
  const { day, begin, parity } = writingPlaceOf(connection)
  const rank = venueRank(random)
  const venue = rank - (rank % 2) + parity
  const coach = (venue + SIZE.coaches - 2 * below(random, COACH_STEPS)) % SIZE.coaches
  const company = coach % SIZE.companies
  const { token } = oneOf(
    people.filter(({ id }) => (id - FIRST.player) % SIZE.companies === company),
    random,
  )
  const body = {
    coachId: String(FIRST.coach + coach),
    courseDesignId: String(FIRST.course + company),
    stadiumId: String(FIRST.venue + venue),
    selectedCourt: below(random, SIZE.courtsPerVenue),
    courseDate: dayAt(world, day),
    beginTimeSlot: begin,
    endTimeSlot: begin + 2,
  }
  return {
    kind: 'create',
    bytes: bytesOf({ method: createByPlayer.method, path: createByPlayer.path, token, key: keyFrom(random), body }),
    onAnswer: (status, answer) => {
      if (status === 200) onMade({ id: (JSON.parse(answer) as { data: { id: string } }).data.id, token })
    },
  }
}

function cancelShot({ id, token }: Written, random: Random): Shot {
  const { method, path } = cancelByPlayer
  const bytes = bytesOf({ method, path: pathOf(path, { params: { id } }), token, key: keyFrom(random), body: {} })
  return { kind: 'cancel', bytes }
}

/** An Idempotency-Key, as the app sends one with every write. */
export function keyFrom(random: Random): string {
  return `bench-${Math.floor(random() * 2 ** 32)}-${Date.now()}`
}

/** A random coach who teaches at a venue. */
function coachAt(venue: number, random: Random): number {
  return (venue + SIZE.coaches - below(random, VENUES_PER_COACH)) % SIZE.coaches
}

function oneOf<T>(list: readonly T[], random: Random): T {
  const one = list[below(random, list.length)]
  if (one === undefined) throw new RangeError('nothing to draw from')
  return one
}
