import { addDays, instantOf } from '@paidang/domain/kernel/day'
import type { Person } from './people.ts'
import type { ClassPlan, ContractPlan, Grant } from './plans.ts'

/** One movement of lesson hours, before its number in the ledger is known. */
type Movement = {
  at: Date
  kind: 'GRANT' | 'HOLD' | 'VOID' | 'CONSUME' | 'ADJUST' | 'EXPIRE'
  remainingChange: number
  heldChange: number
  reason: string
  actor: Person | null
  of?: { plan: ClassPlan; player: Person }
}

/** A movement with its number and the balance after it. */
type LedgerRowPlan = Movement & { seq: number; remainingAfter: number; heldAfter: number }

/** A contract with its complete ledger. */
export type LedgerPlan = { contract: ContractPlan; rows: LedgerRowPlan[]; remaining: number; held: number }

/** Packages that the clubs sell, in lesson hours. */
const PACKAGES = [5, 8, 10, 12, 16, 20, 24, 30, 36, 48, 60, 80]

/**
 * The ledger of every contract: the hours bought, then the effects of its classes, in the order of time.
 *
 * @throws Error if a contract's hours are too few: the plan of its classes is wrong
 */
export function planLedgers(
  contracts: readonly ContractPlan[],
  classes: readonly ClassPlan[],
  now: Date,
): LedgerPlan[] {
  const movements = new Map(contracts.map((contract) => [contract, [] as Movement[]]))
  for (const plan of classes) {
    for (const seat of plan.seats) {
      if (seat.contract) movements.get(seat.contract)?.push(...movementsOf(plan, seat.player))
    }
  }
  return contracts.map((contract) => ledgerOf(contract, movements.get(contract) ?? [], now))
}

/** The effects of a class on the hours of one paying seat: a hold and its resolution. */
function movementsOf(plan: ClassPlan, player: Person): Movement[] {
  const seat = plan.seats.find((one) => one.player === player)
  if (!seat) throw new Error(`${player.nickname} has no seat`)
  const hours = plan.consumedSessions
  const of = { plan, player }
  const hold: Movement = {
    at: seat.joinedAt,
    kind: 'HOLD',
    remainingChange: 0,
    heldChange: hours,
    reason: player === plan.initiator ? '发起约课' : '参与约课',
    actor: player,
    of,
  }
  const freed = (at: Date, actor: Person | null, reason: string): Movement[] => [
    hold,
    { at, kind: 'VOID', remainingChange: 0, heldChange: -hours, reason, actor, of },
  ]
  const used = (at: Date, actor: Person, reason: string): Movement[] => [
    hold,
    { at, kind: 'CONSUME', remainingChange: -hours, heldChange: -hours, reason, actor, of },
  ]

  if (plan.completedAt) {
    return seat.attendance === 'leave'
      ? freed(plan.completedAt, plan.coach, '学员请假，退回课时')
      : used(plan.completedAt, plan.coach, '完成课程')
  }
  if (plan.cancelled) {
    const { at, by, costsHours, reason } = plan.cancelled
    return costsHours && by === player ? used(at, by, `逾时取消：${reason}`) : freed(at, by, `取消约课：${reason}`)
  }
  if (plan.status === 'EXPIRED') return freed(plan.expiresAt, null, '约课过期，退回课时')
  return [hold]
}

function ledgerOf(contract: ContractPlan, byClasses: Movement[], now: Date): LedgerPlan {
  const movements = [...byClasses]
  const grants = contract.grants.length > 0 ? contract.grants : [packageFor(contract, byClasses)]
  for (const { at, hours, kind, reason } of grants) {
    movements.push({ at, kind, remainingChange: hours, heldChange: 0, reason, actor: contract.coach })
  }
  movements.sort((a, b) => a.at.getTime() - b.at.getTime())

  const rows: LedgerRowPlan[] = []
  let remaining = 0
  let held = 0
  const append = (movement: Movement) => {
    remaining += movement.remainingChange
    held += movement.heldChange
    if (held < 0 || held > remaining) throw new Error(`The hours of ${contract.player.nickname} do not reach`)
    rows.push({ ...movement, seq: rows.length + 1, remainingAfter: remaining, heldAfter: held })
  }
  movements.forEach(append)

  const endsAt = instantOf(addDays(contract.expiryDate, 1), 0)
  if (contract.fate === 'expired' && remaining > held && endsAt < now) {
    append({
      at: endsAt,
      kind: 'EXPIRE',
      remainingChange: held - remaining,
      heldChange: 0,
      reason: '合同到期，剩余课时失效',
      actor: null,
    })
  }
  return { contract, rows, remaining, held }
}

/**
 * The bought package. For a contract that ends: exactly the used and remaining hours. Else: the next size that
 * suffices.
 */
function packageFor({ fate, reserve, signedAt }: ContractPlan, byClasses: Movement[]): Grant {
  const ordered = byClasses.slice().sort((a, b) => a.at.getTime() - b.at.getTime())
  let needed = 0
  let heldNow = 0
  let used = 0
  for (const { remainingChange, heldChange } of ordered) {
    heldNow += heldChange
    used -= remainingChange
    needed = Math.max(needed, heldNow + used)
  }
  const next = PACKAGES.find((size) => size >= needed + reserve) ?? Math.ceil(needed + reserve)
  const hours = fate === 'ending' ? needed + reserve : fate === 'used-up' && used > 0 ? needed : next
  return { at: signedAt, hours, kind: 'GRANT', reason: `购买 ${hours} 课时` }
}
