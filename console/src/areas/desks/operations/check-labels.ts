import type { InvariantRun } from '@paidang/api/areas/desks/admin-invariants'

/** The result of a check, as a text and its colour. */
export function outcomeOf({ endedAt, error, broken, unchecked, warnings }: InvariantRun): {
  label: string
  color: 'processing' | 'error' | 'warning' | 'success'
} {
  if (endedAt === null) return { label: '进行中', color: 'processing' }
  if (error !== null) return { label: '中断', color: 'error' }
  if (broken > 0) return { label: `${broken} 条不成立`, color: 'error' }
  if (unchecked > 0) return { label: `${unchecked} 条未能检查`, color: 'warning' }
  return warnings > 0
    ? { label: `成立，${warnings} 条提醒`, color: 'warning' }
    : { label: '全部成立', color: 'success' }
}

/** How long a check took, in seconds; undefined while it runs. */
export function secondsOf({ begunAt, endedAt }: Pick<InvariantRun, 'begunAt' | 'endedAt'>): string | undefined {
  if (begunAt === null || endedAt === null) return undefined
  return `${((Date.parse(endedAt) - Date.parse(begunAt)) / 1000).toFixed(1)} 秒`
}
