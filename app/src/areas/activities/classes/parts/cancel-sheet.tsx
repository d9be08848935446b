import {
  cancelStepsOf,
  consequenceOf,
  type Policy,
  percentText,
  policyFacts,
} from '@paidang/domain/areas/activities/classes/policy'
import { USUAL_REASONS } from '@paidang/domain/areas/ground/content/usual-reasons'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { addDays, dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { type ReactNode, useEffect, useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Chip } from '../../../../ui/chip'
import { classNames } from '../../../../ui/class-names'
import { KeyValues } from '../../../../ui/key-values'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { clockText, momentText, remainingText } from '../../../../ui/time-format'
import { type Step, Timeline } from '../../../../ui/timeline'
import styles from '../invitation-view.module.scss'
import { cancelsForClub, type InvitationInfo } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

type Quote = NonNullable<InvitationInfo['reqUser']['cancellation']>
type Tiered = { info: InvitationInfo; policy: Policy; quote: Quote }

/** What the sheet needs; undefined where the short dialog asks: no tiers, nothing held or agreed to, or the club cancels. */
export function tieredOf(info: InvitationInfo): Tiered | undefined {
  const { policy, reqUser } = info
  const quote = reqUser.cancellation
  const hasTiers = policy && quote && quote.heldSessions > 0 && !cancelsForClub(info)
  return hasTiers && !['not_confirmed', 'changed'].includes(quote.reason) ? { info, policy, quote } : undefined
}

/** 取消 under a policy: what it costs before, now and later, what comes back, and why. */
export function CancelSheet({ info, policy, quote, actions }: Tiered & { actions: InvitationActions }) {
  const now = useMinute()
  const [reason, setReason] = useState('')
  const [isMoving, setMoving] = useState(false)
  const { refetch } = actions
  const open = actions.asked === 'cancel'
  const step = currentStep({ info, policy, quote }, now)
  const [shownStep, setShownStep] = useState(step)
  const hasMoved = step !== shownStep
  useEffect(() => {
    // The next tier has begun while the sheet is open: it moves on, and the button waits for a second.
    if (!open || step === shownStep) return
    setMoving(true)
    const pause = setTimeout(() => setMoving(false), 1_000)
    refetch()
    return () => clearTimeout(pause)
  }, [open, step, shownStep, refetch])
  useEffect(() => {
    if (!open) setShownStep(step)
  }, [open, step])

  const verb = info.reqUser.role === 'participant' ? '退出' : '取消'
  const cost = quote.lostSessions > 0 ? `扣 ${lessonHoursText(quote.lostSessions)} 课时` : '不扣课时'
  const moved = quote.reason === 'forgiven' ? `${verb}用掉 1 次免扣` : cost
  const { startsAt } = info.invitation
  const returned = quote.heldSessions - quote.lostSessions
  const available = info.reqUser.contract?.availableSessions
  const sums: { name: string; value: string; tone?: string | undefined }[] = [
    { name: '预占', value: lessonHoursText(quote.heldSessions) },
    {
      name: '扣除',
      value: quote.lostSessions > 0 ? `−${lessonHoursText(quote.lostSessions)}` : '0',
      tone: quote.lostSessions > 0 ? styles.loss : undefined,
    },
    { name: '退回', value: `+${lessonHoursText(returned)}`, tone: styles.gain },
    ...(available === undefined ? [] : [{ name: `${verb}后可用`, value: lessonHoursText(available + returned) }]),
  ]
  return (
    <Sheet
      open={open}
      onClose={actions.close}
      title={`现在${verb}${cost}`}
      foot={
        <View className={styles.presses}>
          <Button kind="plain" full onPress={actions.close}>
            再想想
          </Button>
          <Button kind="danger" full busy={actions.runs.cancel || isMoving} onPress={() => actions.cancel(reason)}>
            {`${verb}，${cost}`}
          </Button>
        </View>
      }
    >
      <View className={classNames(styles.form, 'col-12')}>
        <View className="t-sub muted">{`${nearText(startsAt, now, true)} 的课，离开课 ${remainingText(now, startsAt)}`}</View>
        <View {...semantics({ live: 'polite' })}>
          {hasMoved && <View className="t-sub">{`规则已到下一档，现在${moved}`}</View>}
        </View>
        <Timeline steps={timelineOf({ info, policy, quote }, now)} />
        <View className={styles.sums}>
          {sums.map(({ name, value, tone }) => (
            <View key={name} className={styles.sumCell}>
              <View className="t-sub muted">{name}</View>
              <View className={classNames('t-title-2', tone)}>{value}</View>
            </View>
          ))}
        </View>
        <View className="t-sub muted">{explanationOf({ info, policy, quote }, now)}</View>
        <View className="t-sub muted">取消原因（选填，教练会看到）</View>
        <View className="chips-12-8">
          {USUAL_REASONS.player.map((text) => (
            <Chip key={text} onCard on={text === reason} onPress={() => setReason(text === reason ? '' : text)}>
              {text}
            </Chip>
          ))}
        </View>
      </View>
    </Sheet>
  )
}

const stepsOf = ({ info, policy, quote }: Tiered) =>
  cancelStepsOf(policy, { startsAt: info.invitation.startsAt, heldSessions: quote.heldSessions })

/** The stretch of time that counts now: at its very end it still does. */
function currentStep(tiered: Tiered, now: Date): number {
  const steps = stepsOf(tiered)
  const at = steps.findIndex(({ until }) => now.getTime() <= until.getTime())
  return at < 0 ? steps.length - 1 : at
}

/** 今天 18:30, 昨天 18:30, or 11.20 18:30. Today is left out unless it is asked for. */
function nearText(instant: Date, now: Date, saysToday = false): string {
  const today = dayOf(now)
  const names = new Map([
    [addDays(today, -1), '昨天 '],
    [today, saysToday ? '今天 ' : ''],
    [addDays(today, 1), '明天 '],
  ])
  const name = names.get(dayOf(instant))
  return name === undefined ? momentText(instant, now) : `${name}${clockText(instant)}`
}

/** Each stretch before the class with its cost, the present one as the server says it, and absence at the end. */
export function timelineOf(tiered: Tiered, now: Date): Step[] {
  const { policy, quote } = tiered
  const steps = stepsOf(tiered)
  const current = currentStep(tiered, now)
  const first = policy.tiers[0]
  const last = steps[steps.length - 1]
  const absent = shareAbsent(tiered)
  const { times, days } = policy.forgiven.cancel
  // The server says it of the present row. A later one is forgiven while a forgiveness is left.
  const isForgiven = (at: number) =>
    at === current
      ? quote.reason === 'forgiven'
      : at > current && (steps[at]?.lostSessions ?? 0) > 0 && quote.lateBefore < times
  // Absence is not forgiven with a cancellation, so it then has its own row.
  const isAbsentAlike = last?.tier !== undefined && last.lostSessions === absent && !isForgiven(steps.length - 1)
  const rows = steps.map(({ from, until, tier, lostSessions }, at): Step => {
    const isLast = at === steps.length - 1
    const begin = from && nearText(from, now)
    const titles = {
      done: `${nearText(until, now, true)} 前`,
      current: `现在，到 ${nearText(until, now)}${isLast && isAbsentAlike ? '，或没到' : ''}`,
      todo: `${begin} 以后${isLast && isAbsentAlike ? '或没到' : ''}`,
    }
    const state = at < current ? 'done' : at === current ? 'current' : 'todo'
    const remark = tier
      ? `${tier.hours} 小时内，${percentText(tier.percent)}`
      : first
        ? `开课 ${first.hours} 小时以前`
        : '开课前都免费'
    const isFree = isForgiven(at)
    const cost = isFree ? `免扣（${days} 天内 ${times} 次）` : costText(lostSessions)
    const isGain = state === 'current' ? cost === FREE : isFree
    return {
      key: String(at),
      text: titles[state],
      state,
      icon: 'clock',
      time: <Cost state={isGain ? 'free' : state}>{cost}</Cost>,
      remark,
    }
  })
  if (isAbsentAlike) return rows
  const missed = <Cost state="todo">{costText(absent)}</Cost>
  return [...rows, { key: 'absent', text: '没到', state: 'todo', icon: 'clock', time: missed, remark: '开课时没有来' }]
}

const FREE = '免费'
const costText = (lostSessions: number) => (lostSessions > 0 ? `扣 ${lessonHoursText(lostSessions)}` : FREE)

function Cost({ state, children }: { state: Step['state'] | 'free'; children: ReactNode }) {
  const tone = { done: '', free: styles.gain, current: styles.short, todo: styles.loss }[state]
  return <View className={classNames('t-body', tone)}>{children}</View>
}

/** What absence costs, if it is not forgiven. */
const shareAbsent = ({ info: { invitation }, policy, quote }: Tiered): number =>
  consequenceOf({ kind: 'absent', heldSessions: quote.heldSessions, before: Number.POSITIVE_INFINITY }, policy, {
    startsAt: invitation.startsAt,
    now: invitation.startsAt,
  }).lostSessions

/** 一半是 0.75，按 0.5 扣。90 天内 1 次免扣，11.8 已用。下雨、闭馆永远不扣。 */
export function explanationOf(tiered: Tiered, now: Date): string {
  const { policy, quote } = tiered
  const { tier, lostSessions } = stepsOf(tiered)[currentStep(tiered, now)] ?? {}
  const isForgiven = quote.reason === 'forgiven'
  const exact = tier ? (quote.heldSessions * tier.percent) / 100 : 0
  const share = tier?.percent === 50 ? '一半' : `${tier?.percent}%`
  const { times, days } = policy.forgiven.cancel
  const used = quote.lateAt && quote.lateBefore >= times ? `，${monthDotDay(dayOf(new Date(quote.lateAt)))} 已用` : ''
  return [
    !isForgiven && lostSessions !== undefined && exact !== lostSessions
      ? `${share}是 ${exact}，${lostSessions > 0 ? `按 ${lessonHoursText(lostSessions)} 扣` : '不扣'}。`
      : '',
    times > 0 ? `${days} 天内 ${times} 次免扣${isForgiven ? '，这次会用掉 1 次' : used}。` : '',
    '下雨、闭馆永远不扣。',
  ].join('')
}

/** 取消与缺席: the policy of the class, for everybody who reads it. */
export function PolicyCard({ info: { policy } }: { info: InvitationInfo }) {
  if (!policy) return null
  return (
    <Card>
      <CardHead title="取消与缺席" />
      <KeyValues rows={policyFacts(policy)} />
    </Card>
  )
}
