/** Statuses of a class invitation. Source: specification §4, decision "The life of a class invitation". */
export const INVITATION_STATUSES = ['PENDING', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'EXPIRED'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/** The status names that players read. */
export const INVITATION_STATUS_NAMES: Record<InvitationStatus, string> = {
  PENDING: '待确认',
  CONFIRMED: '已确认',
  COMPLETED: '已完成',
  CANCELLED: '已取消',
  EXPIRED: '已过期',
}

/** Actions that move or mark an invitation. Source: specification §4 "Invitation actions". */
export const INVITATION_ACTIONS = [
  'create',
  'edit',
  'join',
  'decline',
  'contract',
  'offer',
  'accept',
  'confirm',
  'sign',
  'finish',
  'cancel',
  'change-coach',
  'expire',
  'object',
  'answer-objection',
  'record-past',
  'agree-past',
  'object-past',
] as const
export type InvitationAction = (typeof INVITATION_ACTIONS)[number]

/** The action names in the trail of a class. */
export const INVITATION_ACTION_NAMES: Record<InvitationAction, string> = {
  create: '发起约课',
  edit: '修改约课',
  join: '参与约课',
  decline: '拒绝约课',
  contract: '缔约',
  offer: '建议改约',
  accept: '接受改约',
  confirm: '确认约课',
  sign: '签到',
  finish: '完成约课',
  cancel: '取消约课',
  'change-coach': '更换教练',
  expire: '超时自动取消',
  object: '提出扣课异议',
  'answer-objection': '答复扣课异议',
  'record-past': '补录课程',
  'agree-past': '同意补录',
  'object-past': '对补录提出异议',
}
