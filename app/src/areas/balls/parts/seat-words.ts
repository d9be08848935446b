import type { BallSeat } from '@paidang/api/areas/balls'

/** What stands below the name of somebody with a seat: 发起, his level, or that the seat is not firm yet. */
export function seatNote({ state, isInitiator, level }: Pick<BallSeat, 'state' | 'isInitiator' | 'level'>): string {
  if (state === 'HELD') return '支付中'
  if (state === 'OFFERED') return '候补确认中'
  return isInitiator ? `发起 ${level.toFixed(1)}` : level.toFixed(1)
}
