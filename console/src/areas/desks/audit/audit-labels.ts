import type { AuditEntry } from '@paidang/api/areas/ground/admin-audit'
import type { LedgerRow } from '@paidang/api/areas/money/contracts'
import {
  INVITATION_ACTION_NAMES,
  INVITATION_STATUS_NAMES,
} from '@paidang/domain/areas/activities/classes/invitation-status'
import { STRINGING_STATUS_NAMES } from '@paidang/domain/areas/activities/stringing/order-status'
import { CARD_LEDGER_NAMES } from '@paidang/domain/areas/money/cards/stored-card'
import { STAFF_AUDIT_EVENT_NAMES, type StaffAuditEventKind } from '@paidang/domain/areas/people/auth/staff-audit-events'
import { money } from '../../../ui/format'
import { ORDER_STATE_NAMES } from '../../money/payments/payment-labels'

/** The kinds of objects with a history of their own. */
type HistoryKind = 'class' | 'contract' | 'card' | 'order' | 'stringing-order' | 'string' | 'product' | 'user'

const KIND_NAMES: Record<HistoryKind | StaffAuditEventKind, string> = {
  class: '约课',
  contract: '课时合同',
  card: '储值卡',
  order: '付款订单',
  'stringing-order': '穿线订单',
  string: '球线库存',
  product: '商品',
  user: '用户',
  venue: '场馆',
  company: '公司',
  'common-course': '通用课程',
  'top-up-plan': '充值方案',
  'venue-association': '场馆关联',
  ball: '球局',
  'coach-application': '教练申请',
  'password-request': '找回密码申请',
  content: '内容审核',
  report: '举报',
  'card-adjustment': '储值卡调整',
  refund: '退款',
  shipment: '发货信息',
  'stringing-refund': '穿线退款申请',
  reconcile: '对账',
  'shop-order': '商城订单',
  category: '商品分类',
  advert: '广告',
  merchant: '穿线商家',
  service: '穿线服务',
  staff: '员工账号',
  'offline-entry': '前台登记',
  'offline-setting': '前台收款设置',
  outbox: '微信消息',
  job: '定时任务',
  'job-failure': '任务失败',
  invariants: '数据检查',
}

/** The names of all kinds of objects, for operators. */
export const OBJECT_NAMES: Record<string, string> = KIND_NAMES

/** The names of the actors. */
export const ACTOR_NAMES: Record<AuditEntry['actor']['kind'], string> = { user: '用户', staff: '员工', system: '系统' }

const named = (kind: string, names: Record<string, string>) =>
  Object.fromEntries(Object.entries(names).map(([action, name]) => [`${kind}.${action}`, name]))

/** The name of every action: those on objects with a history of their own, and those of the staff. */
export const ACTION_NAMES: Record<string, string> = {
  ...Object.assign({}, ...Object.entries(STAFF_AUDIT_EVENT_NAMES).map(([kind, names]) => named(kind, names))),
  ...named('class', { ...INVITATION_ACTION_NAMES, 'release-court': '释放约课场地' }),
  ...named('venue', { 'release-rule': '开启无人到场释放', 'no-release-rule': '关闭无人到场释放' }),
  ...named('contract', {
    GRANT: '授予课时',
    HOLD: '预留课时',
    VOID: '释放预留',
    CONSUME: '消耗课时',
    REFUND: '退回课时',
    ADJUST: '调整课时',
    EXPIRE: '课时过期',
    PAYBACK: '退课',
    correct: '冲正课时',
  } satisfies Record<LedgerRow['kind'] | 'correct', string>),
  ...named('card', { ...CARD_LEDGER_NAMES, correct: '冲正充值' }),
  ...named('order', {
    place: '下单',
    pay: '付款',
    close: '订单关闭',
    refund: '发起退款',
    refunded: '退款完成',
    correct: '冲正收款',
    corrected: '冲正完成',
  }),
  ...named('stringing-order', {
    submit: '提交穿线订单',
    pay: '付款',
    accept: '接单',
    receive: '收拍',
    start: '开始穿线',
    ready: '穿线完成',
    handOver: '交付',
    cancel: '取消',
    refuse: '拒单',
    expire: '超时取消',
    refund: '平台退款',
    giveBack: '退还球拍',
    lose: '登记球拍遗失',
    correct: '冲正收款',
  }),
  ...named('string', { IN: '球线入库', DRAWN: '领用球线', ADJUSTED: '盘点球线' }),
  ...named('product', { DELIVERY: '商品入库', SALE: '售出', RETURN: '退回库存', ADJUST: '盘点库存' }),
  ...named('user', {
    'log-in': '登录',
    'level-SELF': '自评水平',
    'level-COACH': '教练评定水平',
    'level-RESULTS': '比赛调整水平',
  }),
  ...named('ball', {
    seat: '取得球局名额',
    leave: '退出球局',
    correct: '收回球局名额',
    'release-court': '释放球局场地',
  }),
}

const STATE_NAMES: Record<string, Record<string, string>> = {
  class: INVITATION_STATUS_NAMES,
  'stringing-order': STRINGING_STATUS_NAMES,
  order: Object.fromEntries(Object.entries(ORDER_STATE_NAMES).map(([state, { label }]) => [state, label])),
}

/** The title of an entry: its action, or for a staff action without a name, the kind of the object. */
export function actionOf({ action, object }: Pick<AuditEntry, 'action' | 'object'>): string {
  return ACTION_NAMES[action] ?? OBJECT_NAMES[object.kind] ?? action
}

/** The change of a status, or of a level. */
function statesOf({ object, from, to }: Pick<AuditEntry, 'object' | 'from' | 'to'>): string | undefined {
  const nameOf = (state: string) => STATE_NAMES[object.kind]?.[state] ?? state
  if (to === null) return undefined
  return from === null || from === to ? nameOf(to) : `${nameOf(from)} → ${nameOf(to)}`
}

const UNITS = { hours: '课时', metres: '米', units: '件' } as const

/** Movements of the held hours, whose balance says how many hours are held. */
const HELD_MOVEMENTS = ['contract.HOLD', 'contract.VOID']

/** A signed movement, and the balance after it, as in +10 课时，余 12.5. */
function movementOf({
  action,
  amount,
  after,
  unit,
}: Pick<AuditEntry, 'action' | 'amount' | 'after' | 'unit'>): string | undefined {
  if (amount === null || unit === null) return undefined
  const said = (value: number) => (unit === 'fen' ? money(value) : String(value))
  const sign = after !== null && amount > 0 ? '+' : ''
  const measured = unit === 'fen' ? '' : ` ${UNITS[unit]}`
  const balance = HELD_MOVEMENTS.includes(action) ? '已预留' : '余'
  return `${sign}${said(amount)}${measured}${after === null ? '' : `，${balance} ${said(after)}`}`
}

/** What changed: a status, and a movement; undefined when nothing is known. */
export function changeOf(entry: AuditEntry): string | undefined {
  const said = [statesOf(entry), movementOf(entry)].filter((one) => one !== undefined)
  return said.length === 0 ? undefined : said.join('，')
}

/** An object with its kind, number and name. */
export const thingOf = ({ kind, id, name }: AuditEntry['object']) =>
  [OBJECT_NAMES[kind] ?? kind, id, name].filter((part) => part !== null).join(' ')

/** The address of the audit log with this filter for an object or a person. */
export const addressOf = (asked: Record<string, string>) => `/audit?${new URLSearchParams(asked)}`

const PAGES_OF: Record<string, string> = {
  class: 'classes',
  card: 'cards',
  order: 'payments',
  'stringing-order': 'stringing-orders',
  user: 'users',
  'common-course': 'common-courses',
  'top-up-plan': 'top-up-plans',
}

/** The page of an object; the history of an object that has no page. */
export function pageOf({ kind, id }: Pick<AuditEntry['object'], 'kind' | 'id'>): string {
  const page = PAGES_OF[kind]
  return page === undefined ? addressOf({ objectKind: kind, objectId: id }) : `/${page}/${id}`
}
