import type { Day } from '../../kernel/day.ts'

/** 用户协议 and 隐私政策, by the day from which they are in force as they stand. Another text needs another day. */
export const AGREEMENT_VERSION: Day = '2026-11-23'
