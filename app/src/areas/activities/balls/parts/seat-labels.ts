import type { BallSeat } from '@paidang/api/areas/balls'

/** Returns the line below the name of a player with a seat: 发起, their level, or that it is unconfirmed. */
export function seatNote({ state, isInitiator, level }: Pick<BallSeat, 'state' | 'isInitiator' | 'level'>): string {
  if (state === 'HELD') return '支付中'
  if (state === 'OFFERED') return '候补确认中'
  return isInitiator ? `发起 ${level.toFixed(1)}` : level.toFixed(1)
}
