import fc from 'fast-check'
import type { Database } from '../db/database.ts'
import { ballWaiters } from '../tables/balls.ts'
import { companyMembers } from '../tables/companies.ts'
import {
  givenCoach,
  givenCommonCourse,
  givenCompany,
  givenContract,
  givenCourse,
  givenMessage,
  givenPin,
  givenPlayer,
  givenRelation,
  givenVenue,
  TOMORROW,
} from './builders.ts'
import { givenBall } from './given-ball.ts'
import { givenInvitation } from './given-invitation.ts'
import { givenBlacklisted, givenLevel } from './given-people.ts'
import { givenRacket, givenShop } from './given-stringing.ts'
import { givenStringingOrder } from './given-stringing-order.ts'

/** The number of coaches. People are known by index: the first ones are coaches, all others players. */
export const COACHES = 3
const PLAYERS = 4
export const PEOPLE = COACHES + PLAYERS
/** The index of the club's admin: the first coach. */
const ADMIN = 0

const person = fc.nat({ max: PEOPLE - 1 })
const coach = fc.nat({ max: COACHES - 1 })
const player = fc.integer({ min: COACHES, max: PEOPLE - 1 })
const two = fc.tuple(person, person).filter(([one, other]) => one !== other)
const some = <T>(one: fc.Arbitrary<T>, maxLength: number) => fc.array(one, { maxLength })

/** Relations between people, by index. */
export type Ties = {
  relations: [coach: number, player: number][]
  contracts: number[]
  pins: [player: number, coach: number][]
  assessments: [coach: number, player: number][]
  reviews: number[]
  messages: [from: number, to: number][]
  classes: { coach: number; initiator: number; others: number[]; isByCoach: boolean }[]
  balls: { players: number[]; waiting: number[] }[]
  blacklisted: [owner: number, target: number][]
}

/** Generates any such relations. */
export const ties: fc.Arbitrary<Ties> = fc.record({
  relations: some(fc.tuple(coach, player), 10),
  contracts: fc.uniqueArray(player, { maxLength: 2 }),
  pins: some(fc.tuple(player, coach), 4),
  assessments: some(fc.tuple(coach, player), 4),
  reviews: fc.uniqueArray(person, { maxLength: 4 }),
  messages: some(two, 6),
  classes: some(
    fc.record({
      coach,
      initiator: player,
      others: fc.uniqueArray(player, { maxLength: 3 }),
      isByCoach: fc.boolean(),
    }),
    3,
  ),
  balls: some(
    fc.record({
      players: fc.uniqueArray(person, { minLength: 1, maxLength: 4 }),
      waiting: fc.uniqueArray(person, { maxLength: 2 }),
    }),
    3,
  ),
  blacklisted: some(two, 6),
})

/** A database with such relations. Each person's name occurs nowhere else. */
export type TiedWorld = {
  ids: string[]
  names: string[]
  phones: string[]
  /**
   * Whether a class, a contract or a game connects the two. An admin is connected to everyone with classes in their
   * club.
   */
  isBound(one: number, other: number): boolean
  /** Whether one of them has the other on their blacklist. */
  isApart(one: number, other: number): boolean
  companyId: string
  courseId: string
  venueId: string
  merchantId: string
  classIds: string[]
  ballIds: string[]
}

const placeOf = (index: number) => ({ beginTimeSlot: 12 + 2 * index, endTimeSlot: 14 + 2 * index })
const pairKey = (one: number, other: number) => (one < other ? `${one}-${other}` : `${other}-${one}`)

/** Builds these relations: one club, course, venue and shop. All coaches teach there. */
export async function givenTies(db: Database, input: Ties): Promise<TiedWorld> {
  const names = Array.from({ length: PEOPLE }, (_, place) => `${place < COACHES ? '教' : '球'}员甲乙${place}丙`)
  const phones = names.map((_, place) => `1370000000${place}`)
  const ids: string[] = []
  for (const [place, nickname] of names.entries()) {
    const who = { nickname, phone: phones[place] ?? null }
    ids.push(place < COACHES ? await givenCoach(db, who) : await givenPlayer(db, who))
  }
  const idOf = (place: number) => ids[place] ?? ''
  const idsOf = (places: readonly number[]) => places.map(idOf)
  const bound = new Set<string>()
  const bindTo = (one: number, others: readonly number[]) => {
    for (const other of others) bound.add(`${one} to ${other}`)
  }
  const bind = (places: readonly number[]) => {
    for (const one of places) bindTo(one, places)
  }

  const coachIds = ids.slice(0, COACHES)
  const { companyId } = await givenCompany(db, { adminId: idOf(ADMIN) })
  for (const userId of coachIds.slice(1)) await db.insert(companyMembers).values({ companyId, userId })
  const commonCourseId = await givenCommonCourse(db)
  const courseId = await givenCourse(db, { companyId, coachIds, commonCourseId })
  const { venueId, courtIds } = await givenVenue(db, { coachIds })
  for (const key of new Set(input.relations.map(([one, other]) => `${one}-${other}`))) {
    const [one = 0, other = 0] = key.split('-').map(Number)
    await givenRelation(db, idOf(one), idOf(other))
  }
  for (const [teacher, assessed] of input.assessments) {
    await givenLevel(db, { userId: idOf(assessed), source: 'COACH', byUserId: idOf(teacher) })
  }
  for (const owner of input.contracts) {
    await givenContract(db, { userId: idOf(owner), courseId })
    for (let teacher = 0; teacher < COACHES; teacher++) bind([owner, teacher])
  }
  const classIds: string[] = []
  for (const [index, { coach: teacher, initiator, others, isByCoach }] of input.classes.entries()) {
    const guests = others.filter((place) => place !== initiator)
    const at = { ...placeOf(index), courseDate: TOMORROW, needContract: !isByCoach }
    const scene = { coachId: idOf(teacher), courseId, venueId, courtIds, playerId: idOf(initiator), contractId: '' }
    const asked = isByCoach
      ? { madeBy: 'coach' as const, invited: idsOf([initiator, ...guests]) }
      : { joiners: idsOf(guests).map((userId) => ({ userId })) }
    classIds.push(await givenInvitation(db, { scene, ...at, ...asked }))
    // An invited player without a seat is not connected. Their coach can see whom they invited.
    if (isByCoach) bindTo(teacher, [initiator, ...guests])
    else bind([teacher, initiator, ...guests])
    bindTo(ADMIN, [teacher, initiator, ...guests])
  }
  for (const [owner, teacher] of input.pins) {
    const scene = { companyId, adminId: idOf(ADMIN), courseId, venueId, courtIds, contractId: '' }
    const over = { weekday: (owner + teacher) % 7, ...placeOf(teacher) }
    await givenPin(db, { ...scene, coachId: idOf(teacher), playerId: idOf(owner) }, over).catch(() => undefined)
  }
  const ballIds: string[] = []
  for (const [index, { players, waiting }] of input.balls.entries()) {
    const [first = 0, ...rest] = players
    const playerIds: [string, ...string[]] = [idOf(first), ...idsOf(rest)]
    const ballId = await givenBall(db, {
      playerIds,
      feeFen: 0,
      activityDate: '2026-05-03',
      ...placeOf(index),
      maxPlayers: 6,
    })
    for (const place of waiting.filter((one) => !players.includes(one))) {
      await db.insert(ballWaiters).values({ ballId, userId: idOf(place) })
    }
    ballIds.push(ballId)
    bind(players)
  }
  const shop = await givenShop(db)
  for (const author of input.reviews) {
    const racketId = await givenRacket(db, { userId: idOf(author) })
    const mains = { stringId: shop.polyId }
    await givenStringingOrder(db, {
      userId: idOf(author),
      merchantId: shop.merchantId,
      racketId,
      mains,
      stars: 5,
      text: '好',
    })
  }
  for (const [from, to] of input.messages) {
    const about = { objectKind: 'coach', objectId: idOf(from) }
    await givenMessage(db, { receiverId: idOf(to), senderId: idOf(from), ...about })
  }
  const apart = new Set<string>()
  for (const key of new Set(input.blacklisted.map(([owner, target]) => `${owner}-${target}`))) {
    const [owner = 0, target = 0] = key.split('-').map(Number)
    await givenBlacklisted(db, idOf(owner), idOf(target))
    apart.add(pairKey(owner, target))
  }
  return {
    ids,
    names,
    phones,
    isBound: (one, other) => bound.has(`${one} to ${other}`),
    isApart: (one, other) => apart.has(pairKey(one, other)),
    companyId,
    courseId,
    venueId,
    merchantId: shop.merchantId,
    classIds,
    ballIds,
  }
}
