import type { ReconcileRun } from '@paidang/api/areas/desks/admin-reconcile'
import type { FindingKind } from '@paidang/domain/areas/money/payments/reconcile'

export const RUN_STATE_NAMES: Record<ReconcileRun['state'], { label: string; color: string }> = {
  WAITING: { label: '排队中', color: 'default' },
  RUNNING: { label: '进行中', color: 'blue' },
  DONE: { label: '已完成', color: 'green' },
  FAILED: { label: '未能完成', color: 'red' },
}

export const FINDING_NAMES: Record<FindingKind, string> = {
  PAYMENT_MISSED: '对方已收款，我方未入账',
  PAYMENT_MISSING: '我方已入账，对方未收款',
  PAYMENT_AMOUNT: '金额不同',
  PAYMENT_NUMBER: '交易号不同',
  REFUND_STATE: '退款状态不同',
  ORDER_UNPAID: '订单已支付但没有入账',
  CARD_LEDGER: '储值卡扣款与支付不符',
}

/** Whether a run is still in progress. */
export const goesOn = ({ state }: Pick<ReconcileRun, 'state'>) => state === 'WAITING' || state === 'RUNNING'

/** The result of a run as text; a run without differences says so. */
export function resultOf(run: ReconcileRun): string {
  if (goesOn(run)) return `已核对 ${run.compared} / ${run.toCompare} 笔`
  if (run.state === 'FAILED') return '支付方多次无法查询，请稍后重新对账'
  if (run.findings === 0) return `共 ${run.compared} 笔，无差异`
  return run.openFindings === 0
    ? `${run.findings} 处差异，均已一致`
    : `${run.findings} 处差异，${run.openFindings} 处待处理`
}
