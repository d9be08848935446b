import type { Day } from '../../../kernel/day.ts'

/** The version of 用户协议 and 隐私政策: the day from which the present text is in force. A new text needs a new day. */
export const AGREEMENT_VERSION: Day = '2026-11-28'
