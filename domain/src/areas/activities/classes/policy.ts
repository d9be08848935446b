import type { Attendance } from './invitation.ts'

/** Cancelling costs this share of the held hours, from so many hours before the start on. */
type Tier = { hours: number; percent: number }

/** What a policy can charge for, with the names that people read. Each kind is forgiven by itself. */
export const CHARGED_NAMES = { cancel: '逾时取消', late: '迟到', absent: '缺席', leave: '请假' } as const
export type ChargedKind = keyof typeof CHARGED_NAMES
export const CHARGED_KINDS = Object.keys(CHARGED_NAMES) as [ChargedKind, ...ChargedKind[]]

/** How many of a kind cost nothing, counted over this many days back. */
type Forgiveness = { times: number; days: number }

/** What a company takes for cancelling and for missing a class, and what it gives for a coach who does not come. */
export type Policy = {
  /** The earliest first. The later, the more it costs. Without any, cancelling is always free. */
  tiers: Tier[]
  percents: Record<Exclude<ChargedKind, 'cancel'>, number>
  forgiven: Record<ChargedKind, Forgiveness>
  /** Half-hours given on top of the returned ones when the coach did not come. */
  coachAbsentHalves: number
}

/** Why hours came on top, as the ledger stores it and their player reads it. */
export const COACH_ABSENT_BONUS = '教练没来，补偿课时'

export const MAX_TIERS = 5
export const MAX_TIER_HOURS = 336
export const MAX_FORGIVEN_TIMES = 10
export const MAX_FORGIVEN_DAYS = 365
export const MAX_COACH_ABSENT_HALVES = 12

/** A policy as it is judged and stored: the tiers may be typed in any order. */
export const withTiersInOrder = (policy: Policy): Policy => ({
  ...policy,
  tiers: [...policy.tiers].sort((a, b) => b.hours - a.hours),
})

const isWithin = (count: number, from: number, to: number) => Number.isInteger(count) && count >= from && count <= to

/**
 * Why a company cannot have this policy; undefined if it can. Waiting is never cheaper: later tiers cost more, and who
 * does not come pays no less than who cancels last. Leave, which is said before, costs no more than that.
 */
export function whyNotPolicy({ tiers, percents, forgiven, coachAbsentHalves }: Policy) {
  const areWithin =
    tiers.length <= MAX_TIERS &&
    tiers.every(({ hours, percent }) => isWithin(hours, 1, MAX_TIER_HOURS) && isWithin(percent, 1, 100))
  if (!areWithin) return 'policy_tiers_out_of_range' as const
  const areInOrder = tiers.slice(1).every((tier, at) => {
    const before = tiers[at] as Tier
    return tier.hours < before.hours && tier.percent > before.percent
  })
  if (!areInOrder) return 'policy_tiers_invalid' as const
  const last = tiers[tiers.length - 1]?.percent ?? 0
  const { late, absent, leave } = percents
  if (![late, absent, leave].every((percent) => isWithin(percent, 0, 100)))
    return 'policy_percents_out_of_range' as const
  if (absent < last || leave > absent) return 'policy_percents_invalid' as const
  const areForgiven = CHARGED_KINDS.every(
    (kind) =>
      isWithin(forgiven[kind].times, 0, MAX_FORGIVEN_TIMES) && isWithin(forgiven[kind].days, 1, MAX_FORGIVEN_DAYS),
  )
  const isGiven = isWithin(coachAbsentHalves, 0, MAX_COACH_ABSENT_HALVES)
  return areForgiven && isGiven ? undefined : ('policy_counts_invalid' as const)
}

/** Why a cancellation is free, or that it costs hours. */
export const CANCELLATION_REASONS = [
  'by_coach',
  'not_confirmed',
  'early',
  'changed',
  'nothing_held',
  'rounded',
  'forgiven',
  'late',
] as const
export type CancellationReason = (typeof CANCELLATION_REASONS)[number]

/** A player cancels the class, or gives up their seat. `before`: how many late ones count already. */
type PlayerCancels = {
  kind: 'cancel'
  heldSessions: number
  isConfirmed: boolean
  isChanged: boolean
  before: number
}

/** What happens to the hours that a seat holds of a class, or that it used. */
export type ClassEvent =
  | PlayerCancels
  /** The coach's side, the clock or the venue ends it, or the player says no to a change. Weather is one such cause. */
  | { kind: 'called-off'; heldSessions: number }
  | { kind: Attendance; heldSessions: number; before: number }
  /** It came out that the coach did not come. The hours are held still, or used. */
  | { kind: 'coach-absent'; heldSessions: number }

/** Hours lost of those held or used; all others come back. `bonusSessions` come on top. */
export type Consequence = {
  lostSessions: number
  bonusSessions: number
  reason: CancellationReason | 'attended' | 'charged' | 'coach_absent'
}

/** What a cancellation costs: lesson hours lost of those held, and why. */
export type CancellationCost = { lostSessions: number; reason: CancellationReason; freeUntil: Date }

type Cost = Pick<CancellationCost, 'lostSessions' | 'reason'>

/**
 * Says that a cancellation costs its player more than they saw; undefined if it does not. To use up a forgiveness is a
 * cost as well. A reason that was not sent is not compared. `hasTiers`: the class carries a policy.
 */
export function dearerText(
  seen: { lostSessions: number | undefined; reason: CancellationReason | undefined },
  { lostSessions, reason }: Cost,
  hasTiers: boolean,
): string | undefined {
  if (seen.lostSessions !== undefined && lostSessions > seen.lostSessions) {
    if (seen.reason === 'forgiven') return `免扣次数已用完，现在扣 ${lostSessions}`
    return hasTiers ? `规则已到下一档，现在扣 ${lostSessions}` : `现在取消将扣除 ${lostSessions} 课时`
  }
  const isSpent = reason === 'forgiven' && seen.reason !== undefined && !['forgiven', 'late'].includes(seen.reason)
  return isSpent ? `${hasTiers ? '规则已到下一档' : '已过免费取消时间'}，现在取消用掉 1 次免扣` : undefined
}

type Times = { startsAt: Date; now: Date }

const HOUR_MS = 3_600_000

/** From when on a tier counts. At that very moment the one before still does. */
const beginOf = ({ hours }: Pick<Tier, 'hours'>, startsAt: Date) => new Date(startsAt.getTime() - hours * HOUR_MS)

/** Until when cancelling is free. */
export const freeUntilUnder = ({ tiers: [first] }: Pick<Policy, 'tiers'>, startsAt: Date): Date =>
  beginOf(first ?? { hours: 0 }, startsAt)

/** A share of hours in halves, rounded in the player's favour. */
const shareOf = (sessions: number, percent: number) => Math.floor((sessions * 2 * percent) / 100) / 2

/**
 * What an event costs under a policy. The sentence before the button and the ledger both use this function: preview,
 * cancelling, leaving, completing by attendance, and objections.
 *
 * Source: decision record 074
 */
export function consequenceOf(event: PlayerCancels, policy: Policy, times: Times): CancellationCost
export function consequenceOf(event: ClassEvent, policy: Policy, times: Times): Consequence
export function consequenceOf(event: ClassEvent, policy: Policy, times: Times): Consequence | CancellationCost {
  const { kind, heldSessions } = event
  const free = (reason: Consequence['reason']) => ({ lostSessions: 0, bonusSessions: 0, reason })
  if (kind === 'cancel') return costOfCancelling(event, policy, times)
  if (kind === 'called-off') return free('by_coach')
  if (kind === 'coach-absent') {
    const bonusSessions = heldSessions > 0 ? policy.coachAbsentHalves / 2 : 0
    return { ...free('coach_absent'), bonusSessions }
  }
  if (heldSessions === 0) return free('nothing_held')
  if (kind === 'present') return { ...free('attended'), lostSessions: heldSessions }
  const lostSessions = shareOf(heldSessions, policy.percents[kind])
  if (lostSessions === 0) return free('rounded')
  if (event.before < policy.forgiven[kind].times) return free('forgiven')
  return { ...free('charged'), lostSessions }
}

function costOfCancelling(
  { heldSessions, isConfirmed, isChanged, before }: PlayerCancels,
  policy: Policy,
  { startsAt, now }: Times,
): CancellationCost {
  const freeUntil = freeUntilUnder(policy, startsAt)
  const free = (reason: CancellationReason): CancellationCost => ({ lostSessions: 0, reason, freeUntil })
  if (!isConfirmed) return free('not_confirmed')
  const passed = policy.tiers.filter((tier) => now.getTime() > beginOf(tier, startsAt).getTime())
  const tier = passed[passed.length - 1]
  if (!tier) return free('early')
  if (isChanged) return free('changed')
  if (heldSessions === 0) return free('nothing_held')
  const lostSessions = shareOf(heldSessions, tier.percent)
  if (lostSessions === 0) return free('rounded')
  if (before < policy.forgiven.cancel.times) return free('forgiven')
  return { lostSessions, reason: 'late', freeUntil }
}

/** A stretch of time before a class in which cancelling costs the same. `from` is missing for the first. */
type CancelStep = { from: Date | undefined; until: Date; tier: Tier | undefined; lostSessions: number }

/** What cancelling costs from now to the start, stretch by stretch, without what is forgiven. */
export function cancelStepsOf(
  { tiers }: Pick<Policy, 'tiers'>,
  { startsAt, heldSessions }: { startsAt: Date; heldSessions: number },
): CancelStep[] {
  const ends = [...tiers.map((tier) => beginOf(tier, startsAt)), startsAt]
  return ends.map((until, at) => {
    const tier = tiers[at - 1]
    const lostSessions = tier ? shareOf(heldSessions, tier.percent) : 0
    return { from: ends[at - 1], until, tier, lostSessions }
  })
}

/** 全扣, 扣一半, 扣 30%, or 不扣. */
export function percentText(percent: number): string {
  if (percent === 0) return '不扣'
  if (percent === 100) return '全扣'
  return percent === 50 ? '扣一半' : `扣 ${percent}%`
}

/** A policy in the words that everybody reads before they decide. */
export function policyFacts({
  tiers,
  percents,
  forgiven,
  coachAbsentHalves,
}: Policy): { name: string; value: string }[] {
  const [first] = tiers
  const cancel = first
    ? [`开课前 ${first.hours} 小时免费`, ...tiers.map((tier) => `${tier.hours} 小时内${percentText(tier.percent)}`)]
    : ['开课前都免费']
  const times = CHARGED_KINDS.filter((kind) => forgiven[kind].times > 0).map(
    (kind) => `${CHARGED_NAMES[kind]} ${forgiven[kind].days} 天内免 ${forgiven[kind].times} 次`,
  )
  const { absent, late, leave } = percents
  const bonus = coachAbsentHalves > 0 ? `，再补 ${coachAbsentHalves / 2} 课时` : ''
  return [
    { name: '取消', value: cancel.join('，') },
    { name: '缺席', value: percentText(absent) },
    { name: '迟到', value: percentText(late) },
    { name: '请假', value: percentText(leave) },
    { name: '免扣', value: times.length > 0 ? times.join('，') : '没有' },
    { name: '教练没来', value: `退回课时${bonus}` },
    { name: '下雨、闭馆', value: '永远不扣' },
  ]
}
