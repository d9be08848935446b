/** The scheduled jobs of the server, with their names for operators. A job without a name here does not compile. */
const JOB_NAMES = {
  'expire-invitations': '约课过期',
  'finish-classes': '课后提醒与自动完成',
  'expire-contracts': '课时到期',
  'cleanup-uploads': '清理未使用的上传',
  'cleanup-photos': '清理穿线照片',
  'warn-of-contract-expiry': '课时到期提醒',
  'close-unpaid-orders': '关闭未付订单',
  'poll-payments': '查询支付结果',
  'retry-refunds': '重试退款',
  'upload-shipments': '上传微信发货信息',
  'settle-ball-seats': '结算球局名额',
  'close-ball-games': '关闭球局报名',
  'finish-ball-games': '结束球局',
  'receive-shop-orders': '自动确认收货',
  'end-unsent-shop-orders': '取消久未发货的商城订单',
  'end-waiting-stringing-orders': '取消久未开始的穿线订单',
  'expire-card-adjustments': '储值卡调整申请到期',
  remind: '上课与开球提醒',
  'send-outbox': '发送微信消息',
  'cleanup-outbox': '清理消息发送记录',
  'cleanup-messages': '清理到期的消息',
  'cleanup-log-ins': '清理到期的登录记录',
  'cleanup-applications': '清理被拒的教练申请',
  'cleanup-student-finds': '清理学员查找记录',
  'cleanup-invited-students': '清理学员邀请',
  'company-invitations': '邀请教练：通知与到期',
  'student-requests': '学员申请：到期',
  questions: '咨询：提醒与关闭',
  'coach-leaves': '教练变动：提醒、到期与休假结束',
  'missed-coach-leaves': '教练变动：补问学员',
  'cleanup-questions': '清理咨询记录',
  'fold-advert-counts': '合并广告计数',
  'end-gone-adverts': '下线失效的广告',
  'trial-lessons': '体验课：到期退款',
  'trial-reminders': '体验课：提醒教练',
  'cleanup-reports': '清理已处理的举报',
  'cleanup-content': '清理已审核的内容记录',
  'cleanup-shop-addresses': '清理商城订单的收货信息',
  'cleanup-stringing-addresses': '清理穿线订单的收件信息',
  'cleanup-wechat-codes': '清理微信登录码',
  'check-invariants': '数据检查',
  'cleanup-windows': '清理过期的幂等键与限次记录',
  'expire-password-requests': '找回密码申请到期',
  'cleanup-operations': '清理运行记录',
  'run-payment-simulator': '模拟支付回调',
  reconcile: '对账',
  'reconcile-yesterday': '核对前一天的账',
} as const

/** The name of a job. Its queue has the same name. */
export type JobName = keyof typeof JOB_NAMES

/** The display name of a job; one that the server no longer has is shown by its technical name. */
export function jobName(name: string): string {
  return name in JOB_NAMES ? JOB_NAMES[name as JobName] : name
}
