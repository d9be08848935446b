import { APPROVAL } from '../../../kernel/approval.ts'

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
