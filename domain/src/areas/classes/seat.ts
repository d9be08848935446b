/** States of a player's place in a class: asked, taken, refused by them, or given back. */
export const SEAT_STATES = ['INVITED', 'JOINED', 'DECLINED', 'LEFT'] as const
export type SeatState = (typeof SEAT_STATES)[number]

/** Their words for everybody. */
export const SEAT_STATE_NAMES: Record<SeatState, string> = {
  INVITED: '待加入',
  JOINED: '已加入',
  DECLINED: '已拒绝',
  LEFT: '已退出',
}

/** Whether somebody has no part in a class any more: they said no, left, or are asked no longer. */
export function isOut(state: string | undefined): boolean {
  return state === 'DECLINED' || state === 'LEFT'
}
