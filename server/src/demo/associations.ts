import type { CoachPlan } from './clubs.ts'
import type { Person } from './people.ts'
import type { VenuePlan } from './places.ts'
import { itemAt } from './random.ts'

/** A venue where a coach teaches or asks to teach. `manager` decides there; null where an operator decides. */
export type CoachVenuePlan = {
  coach: Person
  venue: VenuePlan
  isManager: boolean
  approveStatus: 0 | 1 | 2
  manager: Person | null
  at: Date
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * All associations: those of the teaching coaches, and three requests. One waits for coach, one for an operator, and
 * coach rejected one.
 */
export function planAssociations(coaches: readonly CoachPlan[], now: Date): CoachVenuePlan[] {
  const managerOf = (venue: VenuePlan) => coaches.find(({ managed }) => managed.includes(venue))?.person ?? null
  const approved = coaches.flatMap(({ person, venues, managed }) =>
    venues.map((venue): CoachVenuePlan => {
      const isManager = managed.includes(venue)
      const at = person.username === 'solo' ? new Date(now.getTime() - 45 * DAY_MS) : person.createdAt
      return { coach: person, venue, isManager, approveStatus: 1, manager: managerOf(venue), at }
    }),
  )
  const [first, unmanaged] = [itemAt(itemAt(coaches, 0).venues, 0), itemAt(itemAt(coaches, 0).venues, 1)]
  const asks = (index: number, approveStatus: 0 | 2, hoursAgo: number, venue = first): CoachVenuePlan => ({
    coach: itemAt(coaches, index).person,
    venue,
    isManager: false,
    approveStatus,
    manager: managerOf(venue),
    at: new Date(now.getTime() - hoursAgo * HOUR_MS),
  })
  return [...approved, asks(4, 0, 4), asks(7, 0, 26, unmanaged), asks(6, 2, 9 * 24)]
}
