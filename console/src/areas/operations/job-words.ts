import type { JobInfo } from '@paidang/api/areas/admin-jobs'

/** What the server does by the clock, as operators call it. */
const JOB_NAMES: Record<string, string> = {
  'expire-invitations': '约课过期',
  'expire-contracts': '课时到期',
  'tidy-uploads': '清理未使用的上传',
  'tidy-photos': '清理穿线照片',
  'warn-of-contract-expiry': '课时到期提醒',
  'close-unpaid-orders': '关闭未付订单',
  'poll-payments': '查询支付结果',
  'retry-refunds': '重试退款',
  'settle-ball-seats': '结算球局名额',
  'close-ball-games': '关闭球局报名',
  'finish-ball-games': '结束球局',
  'receive-shop-orders': '自动确认收货',
  remind: '上课与开球提醒',
  'send-outbox': '发送微信消息',
  'tidy-outbox': '清理消息发送记录',
  'tidy-wechat-codes': '清理微信登录码',
  'check-invariants': '数据检查',
  'tidy-windows': '清理过期的幂等键与限次记录',
  'lapse-password-requests': '找回密码申请到期',
  'tidy-operations': '清理运行记录',
  'run-payment-simulator': '模拟支付回调',
  reconcile: '对账',
  'reconcile-yesterday': '核对前一天的账',
}

/** A job's name for the reader; one without any keeps its own. */
export function jobName(name: string): string {
  return JOB_NAMES[name] ?? name
}

/** When a job runs, in words: every so many seconds, every minute, hour or day. */
export function scheduleOf({ cron, againAfterSeconds }: Pick<JobInfo, 'cron' | 'againAfterSeconds'>): string {
  if (againAfterSeconds !== null) return `每 ${againAfterSeconds} 秒`
  const [minute = '', hour = '', ...others] = cron.split(' ')
  if (others.some((one) => one !== '*')) return cron
  if (minute === '*' && hour === '*') return '每分钟'
  if (hour === '*') return `每小时第 ${minute} 分`
  return `每天 ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}
