import type { Endpoint } from '@paidang/api/endpoint'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Input } from './class-actions.ts'
import {
  type Draft,
  freeUntilOf,
  isOpen,
  isUnpaid,
  type ModelClass,
  type ModelState,
  type ModelWorld,
  Refused,
  startOf,
  statusOf,
  waitsForCoach,
} from './class-model.ts'
import { answerOf } from './class-views.ts'
import type { ModelServer } from './model-server.ts'
import type { GivenModelWorld } from './model-world.ts'

/** Counts over all runs: how often each command was carried out or refused, by name and code. */
export type Tally = Map<string, number>

/** The model that fast-check runs. `story` lists the requests, for the reader of a failure. */
export type Model = { world: ModelWorld; state: ModelState; tally: Tally; story: string[] }
/** The server, and the people and things in it. */
export type Real = ModelServer & GivenModelWorld

/** How often a request is sent: once, twice with its key, or again with its key and another body. */
type Repeat = 'no' | 'same' | 'other'
/** Who acts: the rightful person, or anybody when `wrong`. Numbers are picks, modulo the count. */
export type Actor = { wrong: boolean; pick: number; repeat: Repeat }

type Expected<T> = { state: Draft; done: T; refused?: never } | { refused: Refused }

/** Runs an action on a copy of the state, so that a refused action changes nothing. */
export function attempt<T>(m: Model, action: (draft: Draft) => T): Expected<T> {
  const state = { ...structuredClone(m.state), world: m.world }
  try {
    return { state, done: action(state) }
  } catch (error) {
    if (error instanceof Refused) return { refused: error }
    throw error
  }
}

/** The state with its world, as the rules need it. */
export const draftOf = (m: Model): Draft => ({ ...m.state, world: m.world })

function count(tally: Tally, name: string): void {
  tally.set(name, (tally.get(name) ?? 0) + 1)
}

/** A write that somebody sends to the server. */
export type Request = {
  actorId: string
  endpoint: Endpoint
  params?: Record<string, string>
  body?: object
  repeat: Repeat
}

/** Sends a write, and compares answer and hours with the model's. A repeat must change nothing. */
export async function write<T>(
  m: Model,
  r: Real,
  name: string,
  { repeat, ...request }: Request,
  action: (draft: Draft) => T,
  check: (data: never, expected: { state: Draft; done: T }) => void,
): Promise<void> {
  const expected = attempt(m, action)
  m.story.push(storyOf(m, r, name, request))
  const key = r.nextKey()
  const answer = await r.send({ ...request, key })
  const { refused } = expected
  const outcome = { status: answer.status, code: answer.body.code }
  expect(outcome).toEqual(refused ? { status: refused.status, code: refused.code } : { status: 200, code: 0 })
  if (!refused) {
    check(answer.body.data as never, expected)
    const { world: _, ...state } = expected.state
    m.state = state
  }
  count(m.tally, refused ? `${name} ${refused.code}` : name)
  if (repeat === 'same') expect(await r.send({ ...request, key }), 'repeated with its key').toEqual(answer)
  if (repeat === 'other') {
    const other = await r.send({ ...request, body: { ...request.body, another: 1 }, key })
    const said = { status: other.status, code: other.body.code }
    expect(said, 'its key with another body').toEqual({ status: 422, code: 'idempotency_key_reused' })
  }
  expect(await r.hours(), 'hours').toEqual(m.state.contracts.map(({ remaining, held }) => [remaining, held]))
}

/** One request as a line: time, person, action, class. */
function storyOf(m: Model, r: Real, name: string, { actorId, params, body }: Omit<Request, 'repeat'>): string {
  const nameOf = (id: string) => r.world.people.find((person) => person.id === id)?.name ?? id
  const notPeople = ['a', 'id', 'recordId', 'courseDesignId', 'stadiumId', 'contractId', 'relatedId']
  const words = (things: object) =>
    JSON.stringify(things, (key, value) =>
      typeof value === 'string' && !notPeople.includes(key) ? nameOf(value) : value,
    )
  const at = new Date(m.state.now + 8 * 3_600_000).toISOString().slice(5, -1)
  return `${at} ${nameOf(actorId)} ${name} ${words({ ...params, ...body })}`
}

/** Compares an answered class with the model's. Learns the id of a new class. */
export function checkClass(data: { id: string }, { state, done: c }: { state: Draft; done: ModelClass }): void {
  if (c.id === '') c.id = data.id
  expect(data).toMatchObject({ id: c.id, ...answerOf(state, c) })
}

/** The thing at a pick, modulo the count. */
export const nth = <T>(things: readonly T[], pick: number): T => {
  const thing = things[pick % things.length]
  if (thing === undefined) throw new Error('nothing to pick from')
  return thing
}

/**
 * The class at a pick, nearly always a preferred one. A smaller pick means a class that was made later. Undefined when
 * there is no class; the command is skipped then.
 */
export function classBy(m: Model, pick: number, isPreferred: Preference): ModelClass | undefined {
  const draft = draftOf(m)
  const fitting = m.state.classes.filter((c) => pick % 16 === 15 || isPreferred(draft, c)).reverse()
  return fitting[pick % fitting.length]
}

/** The classes that a command mostly acts on. */
export type Preference = (draft: Draft, c: ModelClass) => boolean

const goesOn = (draft: Draft, c: ModelClass) => isOpen(statusOf(draft, c))

/** The person who acts. */
export const actorOf = (r: Real, { wrong, pick }: Actor, rightful: readonly string[]) =>
  wrong || rightful.length === 0 ? nth(r.world.people, pick).id : nth(rightful, pick)

/** The ids of all coaches. */
export const coachIdsOf = (r: Real) => r.world.people.filter(({ isCoach }) => isCoach).map(({ id }) => id)
/** The ids of all players. */
export const playerIdsOf = (r: Real) => r.world.people.filter(({ isCoach }) => !isCoach).map(({ id }) => id)

// Parts of commands

/** A number that picks from any number of things. */
export const pick = fc.noBias(fc.nat({ max: 839 }))
/** True once in `n` times. */
export const oneIn = (n: number) =>
  fc.oneof({ weight: n - 1, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
const repeat: fc.Arbitrary<Repeat> = fc.oneof(
  { weight: 85, arbitrary: fc.constant('no' as const) },
  { weight: 10, arbitrary: fc.constant('same' as const) },
  { weight: 5, arbitrary: fc.constant('other' as const) },
)
/** Who sends a write. Once in ten it is anybody at all. */
export const actor: fc.Arbitrary<Actor> = fc.record({ wrong: oneIn(10), pick, repeat })

/** Place and time. `begin` and `end` are half-hour indices: mostly of three overlapping spans, rarely impossible. */
const begin = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(26, 27, 28) },
  { weight: 1, arbitrary: fc.constantFrom(11, 41, 44) },
)
const length = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(1, 2, 2, 3) },
  { weight: 1, arbitrary: fc.constantFrom(0, 7) },
)
/** Place, time and size of a class. */
export const place = {
  court: fc.nat({ max: 1 }),
  day: fc.nat({ max: 1 }),
  begin,
  length,
  count: fc.oneof({ weight: 30, arbitrary: fc.constantFrom(1, 2) }, { weight: 1, arbitrary: fc.constant(3) }),
  conflict: oneIn(3),
}
/** A booking. With `odd` coach and course may not match, and the day may be over. */
export const booking = fc.record({ ...place, coach: pick, course: pick, odd: oneIn(15) })
/** A generated booking. */
export type Booking = typeof booking extends fc.Arbitrary<infer T> ? T : never

const hasBegun = (day: { at: number } | undefined, slot: number, { now }: ModelState) =>
  (day?.at ?? 0) + slot * 30 * 60_000 <= now

/** Whether there is still a day to book. With `odd` the command tries anyway. */
export const canBook = <Args extends { booking: Booking }>(
  { state, world }: Model,
  { booking: { begin, odd } }: Args,
) => odd || !hasBegun(world.days[world.days.length - 1], begin, state)

/** Whether the day that was drawn was over at the end of the booking. With `odd` the command tries anyway. */
export const canRecord = <Args extends { booking: Booking }>(
  { state, world }: Model,
  { booking: { begin, length, day, odd } }: Args,
) => odd || hasBegun(world.days[day], Math.min(begin + length, 48), state)

/** The input for a generated booking, on a day that is not over. */
export function inputOf(
  { state }: Model,
  r: Real,
  { coach, course, odd, length, ...where }: Booking,
  coachId?: string,
): Input {
  const isOver = hasBegun(r.world.days[0], where.begin, state)
  const who = coachId ?? nth(odd ? r.world.people.map(({ id }) => id) : coachIdsOf(r), coach)
  const fitting = r.world.courses.filter(({ coachIds }) => coachIds.includes(who))
  const { id: courseId } = nth(odd || fitting.length === 0 ? r.world.courses : fitting, course)
  return {
    ...where,
    day: isOver && !odd ? 1 : where.day,
    end: Math.min(where.begin + length, 48),
    coachId: who,
    courseId,
  }
}

/** The same input as a request body. */
export function bodyOf(r: Real, { coachId, courseId, court, day, begin, end, count, conflict }: Input) {
  return {
    coachId,
    courseDesignId: courseId,
    stadiumId: r.world.stadiumId,
    selectedCourt: court,
    courseDate: r.world.days[day]?.date,
    beginTimeSlot: begin,
    endTimeSlot: end,
    participantsCount: count,
    useUnavailable: conflict,
  }
}

/** At most two students of a coach. With `odd` anybody. */
export const guests = fc.record({ first: pick, second: fc.option(pick), odd: oneIn(15) })
/** Generated guests. */
export type Guests = typeof guests extends fc.Arbitrary<infer T> ? T : never

/** Their ids. */
export function guestsOf(r: Real, coachId: string, { first, second, odd }: Guests): string[] {
  const students = r.world.people.filter(({ isStudentOf }) => odd || isStudentOf.includes(coachId)).map(({ id }) => id)
  return Array.from(new Set([first, ...(second === null ? [] : [second])].map((drawn) => nth(students, drawn))))
}

/** The parts of a command. */
export type Spec<Args> = {
  args: fc.Arbitrary<Args>
  /** Whether the command can do anything yet. If not, it is skipped. */
  isReady?(m: Model, args: Args): boolean
  run(m: Model, r: Real, args: Args): Promise<void>
}

class ClassCommand<Args> implements fc.AsyncCommand<Model, Real> {
  readonly name: string
  readonly spec: Spec<Args>
  readonly args: Args
  constructor(name: string, spec: Spec<Args>, args: Args) {
    this.name = name
    this.spec = spec
    this.args = args
  }
  check(m: Readonly<Model>): boolean {
    return this.spec.isReady?.(m, this.args) ?? true
  }
  async run(m: Model, r: Real): Promise<void> {
    count(m.tally, 'commands')
    await this.spec.run(m, r, this.args)
  }
  toString(): string {
    return `${this.name} ${JSON.stringify(this.args)}`
  }
}

/** A command with its weight among the others. */
export const command = <Args>(name: string, weight: number, spec: Spec<Args>) =>
  Array.from({ length: weight }, () => spec.args.map((args) => new ClassCommand(name, spec, args)))

/** A command on one class that its answer returns. */
export function onClass<Args extends object>(
  name: string,
  weight: number,
  args: fc.Arbitrary<Args>,
  requestOf: (
    m: Model,
    r: Real,
    c: ModelClass,
    args: Args & Actor,
  ) => {
    rightful: readonly string[]
    endpoint: Endpoint
    params?: (actorId: string) => Record<string, string>
    body?: object
    action: (draft: Draft, actorId: string) => ModelClass
  },
  isPreferred: Preference = goesOn,
) {
  return command(name, weight, {
    args: fc.tuple(fc.record({ on: pick }), actor, args).map(([on, who, own]) => ({ ...on, ...who, ...own })),
    isReady: (m, drawn) => classBy(m, drawn.on, isPreferred) !== undefined,
    async run(m, r, drawn) {
      const c = classBy(m, drawn.on, isPreferred)
      if (!c) return
      const { rightful, endpoint, params, body, action } = requestOf(m, r, c, drawn)
      const actorId = actorOf(r, drawn, rightful)
      const request = {
        actorId,
        endpoint,
        params: params?.(actorId) ?? { id: c.id },
        repeat: drawn.repeat,
        ...(body && { body }),
      }
      await write(m, r, name, request, (draft) => action(draft, actorId), checkClass)
    },
  })
}

// The classes that commands mostly act on

/** The arguments of a command that needs only a class and a person. */
export const none = fc.constant({})
/** Classes in a status. */
export const isIn =
  (input: ModelClass['status']): Preference =>
  (draft, c) =>
    statusOf(draft, c) === input
/** Requests that wait only for their coach. */
export const asksItsCoach: Preference = (draft, c) =>
  isIn('PENDING')(draft, c) && waitsForCoach(c) && !isUnpaid(draft, c)
/** Classes whose players can no longer cancel for free. */
export const isLate: Preference = (draft, c) => isIn('CONFIRMED')(draft, c) && draft.now > freeUntilOf(draft, c)
/** Classes of the past that wait for their players. */
export const isPastOpen: Preference = (draft, c) => isIn('CONFIRMED')(draft, c) && c.isPast
/** Confirmed classes that have not begun. */
export const isToCome: Preference = (draft, c) => isIn('CONFIRMED')(draft, c) && draft.now < startOf(draft, c)
/** Classes that can be signed or finished by now. */
export const isHeldBy: Preference = (draft, c) =>
  isIn('CONFIRMED')(draft, c) && draft.now >= startOf(draft, c) - 30 * 60_000
