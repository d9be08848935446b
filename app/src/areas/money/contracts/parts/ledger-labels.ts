import type { LedgerRow as LedgerEntry } from '@paidang/api/areas/money/contracts'
import { COACH_ABSENT_BONUS } from '@paidang/domain/areas/activities/classes/policy'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import type { LedgerRow } from '../../../../ui/ledger-list'
import { dateText, dayText, momentText } from '../../../../ui/time-format'

/** A movement of lesson hours with its instant as a Date. */
export type LedgerMove = Omit<LedgerEntry, 'at'> & { at: Date }

/** A movement for the screen: the facts of both lines, the signed amount, and the available hours after it. */
export type LedgerText = Pick<LedgerRow, 'icon' | 'tone' | 'amount' | 'balance'> & {
  what: string[]
  who: string[]
  gain: boolean
}

/** The kinds of movement for players. Refunds of consumed hours and released holds have the same name. */
const LEDGER_KIND_NAMES: Record<LedgerEntry['kind'], string> = {
  GRANT: '购入',
  HOLD: '预占',
  VOID: '退回',
  CONSUME: '消课',
  REFUND: '退回',
  ADJUST: '调整',
  EXPIRE: '过期',
  PAYBACK: '退课',
}

/**
 * One row of the statement. A hold lowers the available hours. Consuming turns held hours into consumed ones: the
 * available hours stay, so the row has no sign. A gift cost nothing.
 * Source: ux specification "LedgerList", decision "Hours and money".
 */
export function ledgerText(move: LedgerMove, { now }: { now: Date }): LedgerText {
  const name = LEDGER_KIND_NAMES[move.kind]
  const balance = `可用 ${lessonHoursText(move.availableAfter)}`
  const at = momentText(move.at, now)
  const { icon, tone } = LOOKS[move.kind]
  const words = (what: string[], who: (string | null | undefined)[], amount: string, gain = false): LedgerText => ({
    icon,
    tone,
    what,
    who: who.filter((fact): fact is string => Boolean(fact)),
    amount,
    gain,
    balance,
  })
  switch (move.kind) {
    case 'GRANT':
      // Why it came is more than who pressed.
      if (move.reason === COACH_ABSENT_BONUS)
        return words(
          [`补偿 ${lessonHoursText(move.remainingChange)} 课时`, ...classFacts(move, now)],
          [move.reason, at],
          signed(move.remainingChange),
          true,
        )
      return words(
        [`${move.unitPrice === 0 ? '赠送' : name} ${lessonHoursText(move.remainingChange)} 课时`],
        [move.actorName ?? move.reason, `¥${yuanOf(Math.round(move.remainingChange * move.unitPrice))}`, at],
        signed(move.remainingChange),
        true,
      )
    case 'HOLD':
      return words(
        [name, ...classFacts(move, now)],
        [move.invitation?.coachName ?? move.actorName, at],
        signed(-move.heldChange),
      )
    case 'VOID':
      return words([name, ...classFacts(move, now)], [move.reason, at], signed(-move.heldChange), true)
    case 'CONSUME':
      return words(
        [name, ...classFacts(move, now)],
        [move.actorName, move.reason, '由预占转入'],
        `消 ${lessonHoursText(-move.remainingChange)}`,
      )
    case 'REFUND':
      return words(
        [name, ...classFacts(move, now)],
        [move.reason || move.actorName, at],
        signed(move.remainingChange),
        true,
      )
    case 'ADJUST':
      return words(
        // Without hours it moved the last day, as its reason tells.
        [
          move.remainingChange === 0
            ? `${name}有效期`
            : `${name} ${lessonHoursText(Math.abs(move.remainingChange))} 课时`,
        ],
        [move.reason || move.actorName, at],
        signed(move.remainingChange),
        move.remainingChange > 0,
      )
    case 'EXPIRE':
      return words(
        [`${name} ${lessonHoursText(-move.remainingChange)} 课时`],
        [move.reason, at],
        signed(move.remainingChange),
      )
    case 'PAYBACK':
      // Its buyer gave nothing back: staff had entered a payment that was none.
      if (move.reason.startsWith(CORRECTION_REASON))
        return words(
          [`冲正 ${lessonHoursText(-move.remainingChange)} 课时`],
          [move.reason, at],
          signed(move.remainingChange),
        )
      return words(
        [`${move.unitPrice === 0 ? '赠送失效' : name} ${lessonHoursText(-move.remainingChange)} 课时`],
        [move.actorName, at],
        signed(move.remainingChange),
      )
  }
}

const LOOKS: Record<LedgerEntry['kind'], Pick<LedgerRow, 'icon' | 'tone'>> = {
  GRANT: { icon: 'plus', tone: 'ok' },
  HOLD: { icon: 'clock', tone: 'wait' },
  VOID: { icon: 'swap', tone: 'ok' },
  CONSUME: { icon: 'check', tone: 'mute' },
  REFUND: { icon: 'swap', tone: 'ok' },
  ADJUST: { icon: 'pen', tone: 'info' },
  EXPIRE: { icon: 'calendar', tone: 'mute' },
  PAYBACK: { icon: 'minus', tone: 'mute' },
}

/** Signed hours with a real minus: +1.5, −1.5, 0. */
function signed(hours: number): string {
  const size = lessonHoursText(Math.abs(hours))
  if (hours === 0) return size
  return hours > 0 ? `+${size}` : `−${size}`
}

function classFacts({ invitation }: LedgerMove, now: Date): string[] {
  if (!invitation) return []
  const when = `${dayText(invitation.courseDate, now)} ${timeOf(invitation.beginTimeSlot)}`
  return invitation.isPast ? [when, '补录'] : [when]
}

/** A day in short form, for lists of contracts. */
export function shortExpiryText(expiryDate: string, now: Date): string {
  return `${dateText(expiryDate, now)} 到期`
}

/** The filters of the statement. The kinds go by their names, since both kinds of 退回 have the same name. */
export const LEDGER_FILTERS = ['全部', '预占', '消课', '退回', '购入', '调整', '过期', '退课'] as const

/** A choice of the filter. */
export type LedgerFilter = (typeof LEDGER_FILTERS)[number]

/** The kinds of movement that a filter requests, separated by commas: VOID,REFUND for 退回. */
export function kindsOf(filter: LedgerFilter): string {
  if (filter === '全部') return 'all'
  const kinds = Object.keys(LEDGER_KIND_NAMES) as LedgerEntry['kind'][]
  return kinds.filter((kind) => LEDGER_KIND_NAMES[kind] === filter).join(',')
}
