import type { Endpoint } from '@paidang/api/endpoint'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Wanted } from './class-actions.ts'
import {
  type Draft,
  freeUntilOf,
  isOpen,
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

/** What a run has done so far, over all runs: how often each command was carried out or refused, by name and code. */
export type Tally = Map<string, number>

/** The model in fast-check's hands; `story` tells what has been asked, for whoever reads a failure. */
export type Model = { world: ModelWorld; state: ModelState; tally: Tally; story: string[] }
/** The server, and who and what there is in it. */
export type Real = ModelServer & GivenModelWorld

/** How a request is sent: once, once more with its key, or once more with its key and another body. */
type Repeat = 'no' | 'same' | 'other'
/** Who acts: the one whose turn it is, or, when `wrong`, anybody; numbers are picks, counted round. */
export type Actor = { wrong: boolean; pick: number; repeat: Repeat }

type Expected<T> = { state: Draft; done: T; refused?: never } | { refused: Refused }

/** Runs an action on a copy of the state: what is refused changes nothing. */
export function attempt<T>(m: Model, action: (draft: Draft) => T): Expected<T> {
  const state = { ...structuredClone(m.state), world: m.world }
  try {
    return { state, done: action(state) }
  } catch (error) {
    if (error instanceof Refused) return { refused: error }
    throw error
  }
}

/** The state with the world around it, as rules want it. */
export const draftOf = (m: Model): Draft => ({ ...m.state, world: m.world })

function count(tally: Tally, name: string): void {
  tally.set(name, (tally.get(name) ?? 0) + 1)
}

/** A write that somebody sends. */
export type Request = { by: string; endpoint: Endpoint; params?: Record<string, string>; body?: object; repeat: Repeat }

/** Sends a write and compares answer and hours with the model's; a repeat must change nothing. */
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

/** One request in a line: when, who, what, on which class. */
function storyOf(m: Model, r: Real, name: string, { by, params, body }: Omit<Request, 'repeat'>): string {
  const nameOf = (id: string) => r.world.people.find((person) => person.id === id)?.name ?? id
  const notPeople = ['a', 'id', 'recordId', 'courseDesignId', 'stadiumId', 'contractId', 'relatedId']
  const words = (things: object) =>
    JSON.stringify(things, (key, value) =>
      typeof value === 'string' && !notPeople.includes(key) ? nameOf(value) : value,
    )
  const at = new Date(m.state.now + 8 * 3_600_000).toISOString().slice(5, -1)
  return `${at} ${nameOf(by)} ${name} ${words({ ...params, ...body })}`
}

/** Compares an answered class with the model's, and learns the id of a new one. */
export function checkClass(data: { id: string }, { state, done: c }: { state: Draft; done: ModelClass }): void {
  if (c.id === '') c.id = data.id
  expect(data).toMatchObject({ id: c.id, ...answerOf(state, c) })
}

/** A thing by a pick, counted round. */
export const nth = <T>(things: readonly T[], pick: number): T => {
  const thing = things[pick % things.length]
  if (thing === undefined) throw new Error('nothing to pick from')
  return thing
}

/**
 * A class by a pick, nearly always one of those preferred: the smaller the pick, the later it was made. Undefined when
 * there is none of them, and the command is left out.
 */
export function classBy(m: Model, pick: number, isPreferred: Preference): ModelClass | undefined {
  const draft = draftOf(m)
  const fitting = m.state.classes.filter((c) => pick % 16 === 15 || isPreferred(draft, c)).reverse()
  return fitting[pick % fitting.length]
}

/** Of which classes a command is mostly about. */
export type Preference = (draft: Draft, c: ModelClass) => boolean

const goesOn = (draft: Draft, c: ModelClass) => isOpen(statusOf(draft, c))

/** Who acts. */
export const actorOf = (r: Real, { wrong, pick }: Actor, rightful: readonly string[]) =>
  wrong || rightful.length === 0 ? nth(r.world.people, pick).id : nth(rightful, pick)

/** Those who are coaches. */
export const coachIdsOf = (r: Real) => r.world.people.filter(({ isCoach }) => isCoach).map(({ id }) => id)
/** Those who are not. */
export const playerIdsOf = (r: Real) => r.world.people.filter(({ isCoach }) => !isCoach).map(({ id }) => id)

// What commands are made of

/** A number to choose with, among however many there are. */
export const pick = fc.noBias(fc.nat({ max: 839 }))
/** True once in so many times. */
export const oneIn = (n: number) =>
  fc.oneof({ weight: n - 1, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
const repeat: fc.Arbitrary<Repeat> = fc.oneof(
  { weight: 85, arbitrary: fc.constant('no' as const) },
  { weight: 10, arbitrary: fc.constant('same' as const) },
  { weight: 5, arbitrary: fc.constant('other' as const) },
)
/** Who sends a write: once in ten anybody at all. */
export const actor: fc.Arbitrary<Actor> = fc.record({ wrong: oneIn(10), pick, repeat })

/** Where and when; `begin` and `end` are half-hours, mostly three that overlap, seldom ones that cannot be. */
const begin = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(26, 27, 28) },
  { weight: 1, arbitrary: fc.constantFrom(11, 41, 44) },
)
const length = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(1, 2, 2, 3) },
  { weight: 1, arbitrary: fc.constantFrom(0, 7) },
)
/** Where, when and for how many a class is to be. */
export const place = {
  court: fc.nat({ max: 1 }),
  day: fc.nat({ max: 1 }),
  begin,
  length,
  count: fc.oneof({ weight: 30, arbitrary: fc.constantFrom(1, 2) }, { weight: 1, arbitrary: fc.constant(3) }),
  conflict: oneIn(3),
}
/** `odd` takes coach and course that may not fit, and a day that may be over. */
export const booking = fc.record({ ...place, coach: pick, course: pick, odd: oneIn(15) })
/** A drawn booking. */
export type Booking = typeof booking extends fc.Arbitrary<infer T> ? T : never

const hasBegun = (day: { at: number } | undefined, slot: number, { now }: ModelState) =>
  (day?.at ?? 0) + slot * 30 * 60_000 <= now

/** Whether there is still a day to book, or it is tried all the same. */
export const canBook = <Args extends { booking: Booking }>(
  { state, world }: Model,
  { booking: { begin, odd } }: Args,
) => odd || !hasBegun(world.days[world.days.length - 1], begin, state)

/** What a drawn booking asks for, on a day that is not over. */
export function wantedBy(
  { state }: Model,
  r: Real,
  { coach, course, odd, length, ...where }: Booking,
  coachId?: string,
): Wanted {
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

/** The same as a request’s body. */
export function bodyOf(r: Real, { coachId, courseId, court, day, begin, end, count, conflict }: Wanted) {
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

/** Two students of a coach at most; with `odd` anybody. */
export const guests = fc.record({ first: pick, second: fc.option(pick), odd: oneIn(15) })
/** Drawn guests. */
export type Guests = typeof guests extends fc.Arbitrary<infer T> ? T : never

/** Their ids. */
export function guestsOf(r: Real, coachId: string, { first, second, odd }: Guests): string[] {
  const students = r.world.people.filter(({ isStudentOf }) => odd || isStudentOf.includes(coachId)).map(({ id }) => id)
  return Array.from(new Set([first, ...(second === null ? [] : [second])].map((drawn) => nth(students, drawn))))
}

/** What a command is made of. */
export type Spec<Args> = {
  args: fc.Arbitrary<Args>
  /** A command that nothing can be done with yet is left out. */
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

/** A command, as often among the others as its weight says. */
export const command = <Args>(name: string, weight: number, spec: Spec<Args>) =>
  Array.from({ length: weight }, () => spec.args.map((args) => new ClassCommand(name, spec, args)))

/** A command on one class that its answer shows. */
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
    params?: (by: string) => Record<string, string>
    body?: object
    action: (draft: Draft, by: string) => ModelClass
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
      const by = actorOf(r, drawn, rightful)
      const request = {
        by,
        endpoint,
        params: params?.(by) ?? { id: c.id },
        repeat: drawn.repeat,
        ...(body && { body }),
      }
      await write(m, r, name, request, (draft) => action(draft, by), checkClass)
    },
  })
}

// Of which classes commands are mostly about

/** A command that needs nothing more than a class and somebody. */
export const none = fc.constant({})
/** Classes in a status. */
export const isIn =
  (wanted: ModelClass['status']): Preference =>
  (draft, c) =>
    statusOf(draft, c) === wanted
/** Requests that wait for their coach alone. */
export const asksItsCoach: Preference = (draft, c) => isIn('PENDING')(draft, c) && waitsForCoach(c) && !c.needContract
/** Classes whose players cancel too late to do it for nothing. */
export const isLate: Preference = (draft, c) => isIn('CONFIRMED')(draft, c) && draft.now > freeUntilOf(draft, c)
/** Classes that stand and have not begun. */
export const isToCome: Preference = (draft, c) => isIn('CONFIRMED')(draft, c) && draft.now < startOf(draft, c)
/** Classes of which something may be signed or finished by now. */
export const isHeldBy: Preference = (draft, c) =>
  isIn('CONFIRMED')(draft, c) && draft.now >= startOf(draft, c) - 30 * 60_000
