import type { BoardCard } from '@paidang/api/areas/activities/merchant-board'
import type { StrungPart } from '@paidang/api/areas/activities/stringing'
import { dueOf, type ShopAction, type Urgency, urgencyOf } from '@paidang/domain/areas/activities/stringing/board'
import { type StringingAction, waitingOf } from '@paidang/domain/areas/activities/stringing/order-status'
import { MATERIAL_NAMES } from '@paidang/domain/areas/activities/stringing/string-job'
import { addDays, dayOf, formatDateTime } from '@paidang/domain/kernel/day'
import { WAITING } from '@paidang/domain/kernel/waiting'
import type { Job } from './job-calls'

/** The button label of each action of a shop. */
export const ACTION_NAMES: Record<ShopAction, string> = {
  accept: '接单',
  receive: '收拍',
  start: '开始穿线',
  ready: '穿好了',
  handOver: '交付',
  refuse: '拒单',
  giveBack: '退还',
}

/** The name of each step in the timeline of an order. */
export const STEP_NAMES: Record<'submit' | StringingAction, string> = {
  submit: '顾客下单',
  pay: '已付款',
  accept: '接单',
  receive: '收拍',
  start: '开始穿线',
  ready: '穿好',
  handOver: '交付',
  cancel: '顾客取消',
  refuse: '拒单退款',
  expire: '超时取消',
  refund: '平台退款',
  giveBack: '退还球拍',
  lose: '球拍遗失',
}

/** The title of an action: its name, and the owner of the racket. */
export function titleOfAction(name: string, { racketName, customer }: Job): string {
  return `${name}：${racketName}（${customer.nickname}）`
}

/** A string as ordered: 云弦 六棱聚酯 1.25, 自带聚酯线（自带）. */
function stringText({ name, gauge, source }: StrungPart): string {
  const thick = gauge === null ? '' : ` ${gauge.toFixed(2)}`
  return `${name}${thick}${source === 'OWN' ? '（自带）' : ''}`
}

/** The same with its material: 云弦 六棱聚酯 1.25 聚酯. */
export function stringFacts(part: StrungPart): string {
  return part.material === null ? stringText(part) : `${stringText(part)} ${MATERIAL_NAMES[part.material]}`
}

/** The strings of a racket: one line, or one each for mains and crosses. */
export function bedLines({ mains, crosses }: Pick<BoardCard, 'mains' | 'crosses'>): string[] {
  const [main, cross] = [stringText(mains), stringText(crosses)]
  return main === cross ? [main] : [`主 ${main}`, `横 ${cross}`]
}

/** The tensions of mains and crosses in pounds: 52 / 50 lb. */
export function tensionText({ mains, crosses }: Pick<BoardCard, 'mains' | 'crosses'>): string {
  return `${mains.tension} / ${crosses.tension} lb`
}

/** An instant in short form, in Shanghai time: 今天 18:00, 明天 18:00, 11-27 18:00. */
export function nearText(instant: string | Date, now: Date): string {
  const at = new Date(instant)
  const [today, day] = [dayOf(now), dayOf(at)]
  const near: Record<string, string> = { [addDays(today, -1)]: '昨天', [today]: '今天', [addDays(today, 1)]: '明天' }
  const said = formatDateTime(at)
  return `${near[day] ?? day.slice(5)} ${said.slice(11, 16)}`
}

type Timed = Pick<BoardCard, 'status' | 'dueAt' | 'expectedAt'>

/** The deadline of a job and its urgency; undefined for a job without a deadline. */
export function dueText(job: Timed, now: Date): { text: string; urgency: Urgency | undefined } | undefined {
  const due = dueOf(job)
  if (due === null) return undefined
  const urgency = urgencyOf({ status: job.status, due: new Date(due) }, now)
  return { text: `${nearText(due, now)}${urgency === 'overdue' ? ' 已超时' : ''}`, urgency }
}

/** Red is late, amber is due today. */
export const URGENCY_COLORS: Record<Urgency, string> = { overdue: 'red', today: 'gold', later: 'default' }

type WaitingJob = Pick<BoardCard, 'status' | 'isInShop' | 'responseTime' | 'dueAt' | 'expectedAt'>

/** How long a job waits, once its player was reminded of it: 已等 5 天. Undefined before. */
export function waitText(job: WaitingJob, now: Date): string | undefined {
  const at = (instant: string | null) => (instant === null ? null : new Date(instant))
  const times = { responseTime: new Date(job.responseTime), dueAt: at(job.dueAt), expectedAt: at(job.expectedAt) }
  const waiting = waitingOf({ ...job, ...times })
  const days = waiting ? Math.floor((now.getTime() - waiting.since.getTime()) / 86_400_000) : 0
  return waiting && days >= WAITING[waiting.kind].remind ? `已等 ${days} 天` : undefined
}
