import type { LedgerRow } from '@paidang/api/areas/contracts'
import { LEDGER_KIND_NAMES } from './ledger-labels'

/** The filters of the statement. The kinds go by their names, since both kinds of 退回 have the same name. */
export const LEDGER_FILTERS = ['全部', '预占', '消课', '退回', '购入', '调整', '过期'] as const

/** A choice of the filter. */
export type LedgerFilter = (typeof LEDGER_FILTERS)[number]

/** The kinds of movement that a filter requests, separated by commas: VOID,REFUND for 退回. */
export function kindsOf(filter: LedgerFilter): string {
  if (filter === '全部') return 'all'
  const kinds = Object.keys(LEDGER_KIND_NAMES) as LedgerRow['kind'][]
  return kinds.filter((kind) => LEDGER_KIND_NAMES[kind] === filter).join(',')
}
