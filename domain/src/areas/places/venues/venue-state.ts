import { APPROVAL } from '../../../kernel/approval.ts'
import { formatDateTime } from '../../../kernel/day.ts'

/** The states of a venue. Only an open one can be found and booked. A venue that was taken off had been open. */
export const VENUE_STATES = ['waiting', 'open', 'refused', 'off'] as const
export type VenueState = (typeof VENUE_STATES)[number]

export const VENUE_STATE_NAMES: Record<VenueState, string> = {
  waiting: '待审核',
  open: '已通过',
  refused: '未通过',
  off: '已停用',
}

/** The state of a venue by the decisions on it. */
export function venueStateOf({
  approveStatus,
  isTakenOff,
}: {
  approveStatus: number
  isTakenOff: boolean
}): VenueState {
  if (approveStatus === APPROVAL.PENDING) return 'waiting'
  if (approveStatus === APPROVAL.APPROVED) return 'open'
  return isTakenOff ? 'off' : 'refused'
}

/** What is still to take place at a venue or a court, with the start of the first. */
export type Upcoming = { classes: number; games: number; first: Date | null }

/** 2 节约课、1 场球局，最早 2026-05-02 10:00; empty when there is nothing. */
export function upcomingText({ classes, games, first }: Upcoming): string {
  const counted = [classes > 0 ? `${classes} 节约课` : '', games > 0 ? `${games} 场球局` : '']
  const words = counted.filter((one) => one !== '').join('、')
  return first === null ? words : `${words}，最早 ${formatDateTime(first).slice(0, 16)}`
}

/** What is still to take place at several of them together. */
export function sumOfUpcoming(each: readonly Upcoming[]): Upcoming {
  const firsts = each.flatMap(({ first }) => first ?? []).sort((one, other) => one.getTime() - other.getTime())
  return {
    classes: each.reduce((sum, { classes }) => sum + classes, 0),
    games: each.reduce((sum, { games }) => sum + games, 0),
    first: firsts[0] ?? null,
  }
}
