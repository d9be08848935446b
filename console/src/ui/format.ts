import { formatDateTime } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'

/** Placeholder for a missing value. */
export const NOTHING = '—'

/** An instant of the API to the minute, in Shanghai time. */
export function when(instant: string | null | undefined): string {
  return instant ? whenExactly(instant).slice(0, -':00'.length) : NOTHING
}

/** An instant to the second, where the staff compare it with other records: jobs, reconciliation and the audit log. */
export function whenExactly(instant: string | null | undefined): string {
  return instant ? formatDateTime(new Date(instant)) : NOTHING
}

/** An amount of the API in fen with its sign, as in ¥12.50 or -¥12.50. */
export function money(fen: number | null | undefined): string {
  return fen === null || fen === undefined ? NOTHING : `${fen < 0 ? '-' : ''}¥${yuanOf(Math.abs(fen))}`
}

/** A change of an amount in fen with its sign, as in +¥12.50; empty for zero. */
export function signedMoney(fen: number): string {
  return fen === 0 ? NOTHING : `${fen > 0 ? '+' : ''}${money(fen)}`
}

/** Where the money of a refund goes, as used in questions. Source: decision record 012 */
export const REFUND_WAY = '线下付款的由前台退还，其余用储值卡付的或有储值卡的退到卡上，否则原路退回'
