import { type Static, Type } from 'typebox'

/** An id on the wire. */
export const Id = Type.String({
  format: 'id',
  description: 'An id: a string of digits from 1 to 2^63-1.',
  examples: ['1024'],
})

/** An id in a path that names whose data is requested. */
export const UserId = Type.String({
  format: 'user-id',
  description: "A user's id. It may be the client's guest id, which is never the caller.",
  examples: ['1024'],
})

/** A calendar date, yyyy-mm-dd. */
export const Day = Type.String({
  format: 'day',
  description: 'A calendar date in Shanghai, yyyy-mm-dd.',
  examples: ['2026-05-01'],
})

/** A date as callers may send it. Source: specification §9. */
export const DayInput = Type.String({
  format: 'day-input',
  description: 'A calendar date in Shanghai: yyyy-mm-dd or yyyy/mm/dd, both with the same meaning.',
  examples: ['2026-05-01', '2026/05/01'],
})

/** An instant in ISO 8601. */
export const Instant = Type.String({
  format: 'date-time',
  description: 'An instant in ISO 8601, in UTC.',
  examples: ['2026-05-01T01:00:00.000Z'],
})

/** A half-hour index as a start, 0-47. */
export const BeginTimeSlot = Type.Integer({
  minimum: 0,
  maximum: 47,
  description: 'The first half-hour of a day in Shanghai: 0 begins at 00:00, 47 at 23:30.',
  examples: [18],
})

/** A half-hour index as an end, exclusive, 1-48. */
export const EndTimeSlot = Type.Integer({
  minimum: 1,
  maximum: 48,
  description: 'The half-hour at which a time ends, exclusive: 20 ends at 10:00, 48 at midnight.',
  examples: [20],
})

/** Lesson hours. */
export const LessonHours = Type.Number({
  multipleOf: 0.5,
  description: 'Lesson hours, in steps of 0.5.',
  examples: [1.5],
})

/** An amount in fen. */
export const Fen = Type.Integer({ description: 'An amount in fen: 100 fen are one yuan.', examples: [9900] })

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
export const Revision = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'How often the facts that people decide on were changed. A decision sends back the one on screen.',
  examples: [3],
})

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
  current: Type.Integer({ minimum: 1, maximum: 100_000, default: 1, description: 'The page, counted from 1.' }),
  rows: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'How many rows a page has.' }),
}

/** The direction of a sort. */
export const Sord = Type.Enum(['asc', 'desc'], { description: 'The direction of the sort.' })
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
