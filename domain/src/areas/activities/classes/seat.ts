/** States of a player's place in a class: invited, taken, declined, or given back. */
export const SEAT_STATES = ['INVITED', 'JOINED', 'DECLINED', 'LEFT'] as const
export type SeatState = (typeof SEAT_STATES)[number]

/** The names of the states that everybody reads. */
export const SEAT_STATE_NAMES: Record<SeatState, string> = {
  INVITED: '待加入',
  JOINED: '已加入',
  DECLINED: '已拒绝',
  LEFT: '已退出',
}

/** Whether a person has no part in a class any more: they declined, left, or are no longer invited. */
export function isOut(state: string | undefined): boolean {
  return state === 'DECLINED' || state === 'LEFT'
}
