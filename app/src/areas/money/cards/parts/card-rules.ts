import { MAX_CARD_FEN, WITHDRAWAL_DAYS } from '@paidang/domain/areas/cards/stored-card'
import { yuanOf } from '@paidang/domain/kernel/fen'

/** What is spent first, and what is refunded. Shown before the top-up. */
export const CARD_RULES = `先用本金，后用赠送，没有有效期。充值后 ${WITHDRAWAL_DAYS} 日内可无理由退：退回未用的本金，这笔的赠送随之失效。每张卡最多 ¥${yuanOf(MAX_CARD_FEN)}。`
