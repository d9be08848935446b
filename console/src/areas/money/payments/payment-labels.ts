import type { ManagedOrderDetail, PaymentAttempt } from '@paidang/api/areas/money/admin-payments'
import type { TrialState } from '@paidang/domain/areas/activities/trial-lessons/trial'
import type {
  OrderKind,
  OrderState,
  PaymentState,
  RecordedTarget,
  RefundState,
} from '@paidang/domain/areas/money/payments/order'
import type { Logistics, ShipmentState } from '@paidang/domain/areas/money/payments/shipment'

type Named = { label: string; color: string }

export const ORDER_KIND_NAMES: Record<OrderKind, string> = {
  BALL_PUBLISH: '发布球局',
  BALL_SEAT: '报名球局',
  BALL_SWAP: '换位报名',
  CARD_TOP_UP: '储值卡充值',
  STRINGING: '穿线',
  SHOP: '商城',
  TRIAL: '体验课',
  COURSE: '课包',
}

export const ORDER_STATE_NAMES: Record<OrderState, Named> = {
  UNPAID: { label: '待付款', color: 'gold' },
  PAID: { label: '已付款', color: 'green' },
  CLOSED: { label: '已关闭', color: 'default' },
}

export const TRIAL_STATE_NAMES: Record<TrialState, Named> = {
  UNPAID: { label: '待付款', color: 'default' },
  PAID: { label: '待教练确认', color: 'gold' },
  CONFIRMED: { label: '已约成', color: 'green' },
  CLOSED: { label: '未付款关闭', color: 'default' },
  REFUSED: { label: '教练已拒绝', color: 'default' },
  WITHDRAWN: { label: '学员已撤回', color: 'default' },
  EXPIRED: { label: '教练未答复', color: 'default' },
  CANCELLED: { label: '已取消，全退', color: 'default' },
  CANCELLED_LATE: { label: '逾时取消，退一半', color: 'orange' },
}

type TrialEvent = NonNullable<ManagedOrderDetail['trial']>['events'][number]

export const TRIAL_EVENT_NAMES: Record<TrialEvent['step'], string> = {
  MADE: '提交申请',
  CHANGE: '改了申请',
  PAY: '付款',
  CLOSE: '订单关闭',
  ACCEPT: '教练确认',
  REFUSE: '教练拒绝',
  WITHDRAW: '学员撤回',
  EXPIRE: '到时没有答复',
  CANCEL: '取消，全额退回',
  CANCEL_LATE: '逾时取消，退回一半',
}

const PAYMENT_STATE_NAMES: Record<PaymentState, Named> = {
  PENDING: { label: '等待支付方', color: 'gold' },
  SETTLED: { label: '已入账', color: 'green' },
  SURPLUS: { label: '多收退回', color: 'orange' },
  CLOSED: { label: '已关闭', color: 'default' },
  FAILED: { label: '支付失败', color: 'default' },
}

export const REFUND_STATE_NAMES: Record<RefundState, Named> = {
  STUCK: { label: '卡住', color: 'red' },
  WAITING: { label: '待提交', color: 'gold' },
  PROCESSING: { label: '处理中', color: 'blue' },
  DONE: { label: '已到账', color: 'green' },
}

export const SHIPMENT_STATE_NAMES: Record<ShipmentState, Named> = {
  REFUSED: { label: '需要处理', color: 'red' },
  WAITING: { label: '待上传', color: 'gold' },
  SHIPPED: { label: '已发货', color: 'blue' },
  RECEIVED: { label: '已收货', color: 'green' },
  REFUNDED: { label: '已退款', color: 'default' },
}

export const LOGISTICS_NAMES: Record<Logistics, string> = {
  EXPRESS: '快递',
  LOCAL: '同城配送',
  VIRTUAL: '虚拟商品',
  PICKUP: '到店自取',
}

export const PROVIDER_NAMES: Record<PaymentAttempt['provider'], string> = {
  CARD: '储值卡',
  WECHAT: '微信支付',
  SIMULATOR: '支付模拟器',
  OFFLINE: '线下付款',
}

export const REFUND_TARGET_NAMES: Record<RecordedTarget, string> = {
  CARD: '储值卡',
  SOURCE: '原路退回',
  OFFLINE: '前台退还',
  CORRECTION: '冲正，没有退款',
}

/** The state of a payment attempt. One at the front desk that was entered by mistake brought no money. */
export const paymentStateOf = (
  { provider, state }: Pick<PaymentAttempt, 'provider' | 'state'>,
  isCorrected: boolean,
): Named => (provider === 'OFFLINE' && isCorrected ? { label: '已冲正', color: 'default' } : PAYMENT_STATE_NAMES[state])

/** The state of a refund. At the front desk it waits for staff, not for a provider. */
export const refundStateOf = ({ target, state }: { target: RecordedTarget; state: RefundState }): Named =>
  target === 'CORRECTION'
    ? { label: '已冲正', color: 'default' }
    : target === 'OFFLINE' && state === 'WAITING'
      ? { label: '待退还', color: 'gold' }
      : REFUND_STATE_NAMES[state]

const PROVIDER_LABELS: Record<string, string> = {
  SUCCESS: '成功',
  NOTPAY: '未支付',
  CLOSED: '已关闭',
  PAYERROR: '支付失败',
  UNKNOWN: '无记录',
  PROCESSING: '处理中',
  ABNORMAL: '异常',
}

/** A provider's state for the reader, with the provider's own word next to it. */
export const providerWord = (state: string) =>
  PROVIDER_LABELS[state] ? `${PROVIDER_LABELS[state]}（${state}）` : state

/** The names of a vocabulary as options of a filter. */
export const choicesOf = (names: Record<string, Named | string>) =>
  Object.entries(names).map(([value, name]) => ({ value, label: typeof name === 'string' ? name : name.label }))
