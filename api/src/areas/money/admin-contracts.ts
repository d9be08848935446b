import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Day, Fen, Id, Instant, LessonHours, orNull, PageQuery, Person } from '../../shapes.ts'
import { PriceRange } from './contracts.ts'

/**
 * A course contract as operators see it. `contractStatus` is that of the app: 1 active, 2 used up, 3 expired. `coach` is
 * the coach who opened it, null if the company did.
 */
export const ManagedContract = Type.Object({
  id: Id,
  player: Person,
  coach: orNull(Person),
  companyId: Id,
  companyName: Type.String(),
  courseName: Type.String(),
  contractStatus: Type.Integer({ minimum: 1, maximum: 3 }),
  remainingSessions: LessonHours,
  heldSessions: LessonHours,
  unitPrice: Fen,
  priceRange: Type.Optional(PriceRange),
  expiryDate: Day,
  createTime: Instant,
})
export type ManagedContract = Static<typeof ManagedContract>

export const queryContracts = {
  method: 'GET',
  path: '/admin/contracts',
  access: 'operator',
  mayLag: true,
  summary:
    'All course contracts, the latest first: of a player, of a company, or of a coach with the companies that they teach for',
  description: ['`isActive`: not expired, with hours left.'],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    userId: Type.Optional(Id),
    companyId: Type.Optional(Id),
    coachId: Type.Optional(Id),
    isActive: Type.Optional(Type.Boolean()),
  }),
  data: Type.Array(ManagedContract),
  paged: true,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Course contracts of all companies, as operators search them.',
  fields: {
    id: 'The id of the course contract.',
    coach: 'The coach who opened the contract; null if the company did.',
    isActive: 'Whether active contracts are wanted: not expired, with hours left.',
    'queryContracts.userId': 'The id of the player whose contracts are wanted.',
    'queryContracts.companyId': 'The id of the company whose contracts are wanted.',
    'queryContracts.coachId': "The id of the coach whose contracts, and whose companies' contracts, are wanted.",
    player: 'The player whose hours they are.',
    companyId: 'The id of the company with which the contract was made.',
    companyName: 'The name of the company with which the contract was made.',
    createTime: 'When the contract was made.',
    priceRange: 'The lowest and the highest price of its paid hours, in fen; left out where all cost `unitPrice`.',
    ManagedContract: 'A course contract of any company, as operators see it.',
  },
}
