import type { HalfHour } from '../../../kernel/half-hour.ts'
import { spansOf } from './lock.ts'

/**
 * What can clash with a request with 允许冲突: of the coach a lock, a class or a game; of the court a booking or a lock.
 */
export const CLASH_KINDS = ['own_lock', 'own_class', 'own_ball', 'court_booked', 'court_locked'] as const
export type ClashKind = (typeof CLASH_KINDS)[number]

/** A holder of half-hours that the request needs. `holderId` distinguishes holders. */
type Holding = { kind: ClashKind; holderId: string; title: string }

/** A holder with its half-hours as one span, `endTimeSlot` exclusive. */
export type ClassClash = Holding & { beginTimeSlot: HalfHour; endTimeSlot: HalfHour }

/** The clashes, one for each span of a holder, by begin. A class of the coach on the same court is one clash. */
export function clashesOf(held: readonly (Holding & { halfHour: HalfHour })[]): ClassClash[] {
  const holdings = new Map(held.map((one) => [keyOf(one), one]))
  return [...holdings.entries()]
    .flatMap(([key, { kind, holderId, title }]) =>
      spansOf(held.filter((one) => keyOf(one) === key).map(({ halfHour }) => halfHour)).map(({ begin, end }) => ({
        kind,
        holderId,
        title,
        beginTimeSlot: begin,
        endTimeSlot: end,
      })),
    )
    .sort((a, b) => a.beginTimeSlot - b.beginTimeSlot || CLASH_KINDS.indexOf(a.kind) - CLASH_KINDS.indexOf(b.kind))
}

/** Whether the request overrides this clash. Only the coach's own locks give way. Source: decision "Claims" */
export function yieldsTo({ kind }: Pick<ClassClash, 'kind'>): boolean {
  return kind === 'own_lock'
}

const keyOf = ({ kind, holderId }: Pick<Holding, 'kind' | 'holderId'>) => `${kind} ${holderId}`
