import { type Static, Type } from 'typebox'

/** An id on the wire: a string of digits from 1 to 2^63-1. */
export const Id = Type.String({ format: 'id' })

/** An id in a path that names whose data is requested. It may be the client's guest id, which is never the caller. */
export const UserId = Type.String({ format: 'user-id' })

/** A calendar date in Shanghai, yyyy-mm-dd. */
export const Day = Type.String({ format: 'day' })

/** A date as callers may send it: yyyy-mm-dd or yyyy/mm/dd, both with the same meaning. Source: specification §9. */
export const DayInput = Type.String({ format: 'day-input' })

/** An instant in ISO 8601. */
export const Instant = Type.String({ format: 'date-time' })

/** A half-hour index as a start, 0-47. */
export const BeginTimeSlot = Type.Integer({ minimum: 0, maximum: 47 })

/** A half-hour index as an end, exclusive, 1-48. */
export const EndTimeSlot = Type.Integer({ minimum: 1, maximum: 48 })

/** Lesson hours: a number in steps of 0.5. */
export const LessonHours = Type.Number({ multipleOf: 0.5 })

/** An amount in fen. */
export const Fen = Type.Integer()

/**
 * Free text of a person. It cannot change the direction of the text around it. The server refuses NUL and lone
 * surrogates before it is read.
 */
export const freeText = (maxLength: number, minLength = 0) =>
  Type.String({ maxLength, ...(minLength > 0 && { minLength }), format: 'free-text' })

/** A value of this schema, or null. */
export const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

/** How often the facts that people decide on were changed. Every object that others may change answers it. */
export const Revision = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

/**
 * The revision that the sender of a decision saw. A newer one refuses with `revision_outdated`. Without it nothing is
 * compared. Source: decision record 036
 */
export const seen = { revision: Type.Optional(Revision) }

/**
 * What `revision_outdated` carries: the present revision, what changed since in words, and the present object. A price
 * that is compared itself has no revision.
 */
export type OutdatedRevision<State = unknown> = { revision?: number; changes: string[]; state: State }

/**
 * The sort of classes that the screens request in place of the sort in the specification. Upcoming classes come first,
 * the nearest first. Then come past ones, the latest first. It has one direction, so `sord` beside it is refused.
 */
export const NEAREST = 'nearest'

/** Paging of a list: page from 1, rows per page. A list that can be sorted adds `sortedBy`. */
export const PageQuery = {
  current: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  rows: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
}

/** The direction of a sort. */
export const Sord = Type.Enum(['asc', 'desc'])
export type Sord = Static<typeof Sord>

/** What a list can be sorted by, the default first. Another `sort` is refused. */
export const sortedBy = <const Name extends string>(...names: Name[]) => ({
  sort: Type.Optional(Type.Enum(names)),
  sord: Type.Optional(Sord),
})

/** A person as others see them. */
export const Person = Type.Object({ id: Id, nickname: Type.String(), avatar: orNull(Type.String()) })

/** Params of a path that ends in an id. */
export const ById = Type.Object({ id: Id })
