/** The audited actions of operators and shops, by the kind of their object, with the name of each. */
export const STAFF_AUDIT_EVENT_NAMES = {
  advert: { create: '新建广告', update: '修改广告', order: '调整广告顺序', end: '结束广告', delete: '删除广告' },
  ball: { 'call-off': '取消球局' },
  'card-adjustment': { ask: '提交调整', approve: '批准调整', refuse: '驳回调整', withdraw: '撤回调整' },
  category: { create: '新建分类', rename: '修改分类', order: '调整分类顺序', delete: '删除分类' },
  'coach-application': { approve: '通过教练申请', reject: '拒绝教练申请' },
  class: {
    'call-off': '平台取消约课',
    attend: '平台签到',
    complete: '平台完成约课',
    'settle-objection': '平台答复扣课异议',
  },
  content: { approve: '通过内容', reject: '不通过内容' },
  'common-course': { create: '新建通用课程', edit: '修改通用课程' },
  company: { found: '开通公司', 'hand-over': '移交公司管理员', rename: '更改公司名称', close: '关闭公司' },
  invariants: { check: '检查数据' },
  job: { run: '运行任务' },
  'job-failure': { retry: '重试任务' },
  merchant: {
    create: '新建商家',
    edit: '修改商家资料',
    picture: '更换商家图片',
    publish: '商家上线',
    unpublish: '商家下线',
  },
  'offline-entry': {
    enter: '登记线下收退款',
    approve: '复核通过线下登记',
    refuse: '驳回线下登记',
    withdraw: '撤回线下登记',
    correct: '申请冲正线下收款',
  },
  'offline-setting': { edit: '修改前台收款设置' },
  outbox: { retry: '重发微信消息', dismiss: '微信消息标为已处理' },
  'password-request': { give: '通过找回密码申请', refuse: '拒绝找回密码申请' },
  product: {
    create: '新建商品',
    update: '修改商品',
    shelve: '商品上架',
    unshelve: '商品下架',
    delete: '删除商品',
    'move-stock': '调整库存',
  },
  reconcile: { start: '发起对账', recheck: '重新核对' },
  refund: { retry: '重试退款' },
  report: { remove: '移除被举报内容', keep: '保留被举报内容' },
  service: { create: '新建服务', edit: '修改服务' },
  shipment: { retry: '重新上传发货信息' },
  'shop-order': {
    send: '发货',
    'correct-parcel': '更正快递',
    cancel: '取消订单并退款',
    'agree-refund': '同意退款',
    'deny-refund': '拒绝退款',
  },
  staff: {
    create: '新建员工账号',
    reset: '重置员工密码',
    'set-up-factor': '开启两步验证',
    'reset-factor': '重置员工两步验证',
    disable: '停用员工账号',
    enable: '启用员工账号',
    promote: '设为主管',
    degrade: '取消主管',
    'replace-lead': '新增替代主管',
  },
  string: { create: '新建球线', edit: '修改球线' },
  'stringing-order': { lose: '登记球拍遗失', 'pick-up': '登记球拍已取走', 'correct-parcel': '更正快递单号' },
  'stringing-refund': {
    ask: '申请穿线退款',
    approve: '批准穿线退款',
    refuse: '驳回穿线退款',
    withdraw: '撤回穿线退款',
  },
  'top-up-plan': { create: '新建充值方案', edit: '修改充值方案' },
  user: {
    read: '查看用户资料',
    suspend: '停用用户',
    restore: '恢复用户',
    merge: '合并账号',
    'reset-password': '发放一次性密码',
  },
  venue: {
    create: '新建场馆',
    update: '修改场馆',
    courts: '修改场地',
    approve: '通过场馆',
    reject: '拒绝场馆',
    'take-off': '停用场馆',
    'bring-back': '恢复场馆',
    manager: '设为场馆管理者',
    'no-manager': '取消场馆管理者',
  },
  'venue-association': { approve: '通过场馆关联', reject: '拒绝场馆关联' },
} as const

/** The kinds of objects that the staff acts on. */
export type StaffAuditEventKind = keyof typeof STAFF_AUDIT_EVENT_NAMES

/** An action of the staff: the kind of the object and the action, as in venue.approve. */
export type StaffAuditEvent = {
  [Kind in StaffAuditEventKind]: `${Kind}.${keyof (typeof STAFF_AUDIT_EVENT_NAMES)[Kind] & string}`
}[StaffAuditEventKind]
