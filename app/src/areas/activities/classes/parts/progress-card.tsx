import type { InvitationEvent } from '@paidang/api/areas/activities/classes'
import { effectiveStatus, isOffered, waitsForCoach, whyNot } from '@paidang/domain/areas/activities/classes/invitation'
import {
  INVITATION_ACTION_NAMES,
  INVITATION_STATUS_NAMES,
  type InvitationAction,
} from '@paidang/domain/areas/activities/classes/invitation-status'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { dayOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { Sheet } from '../../../../ui/sheet'
import { clockText, dateText, momentText, remainingText } from '../../../../ui/time-format'
import { type Step, Steps, Timeline } from '../../../../ui/timeline'
import styles from '../invitation-view.module.scss'
import { heldTogether, type InvitationInfo, joinedPlayers } from './invitation-info'

/** The progress of the class: five steps for players, a list with times for the coach, and the full record. */
export function ProgressCard({ info }: { info: InvitationInfo }) {
  const now = useMinute()
  const [recordOpen, setRecordOpen] = useState(false)
  const isCoach = info.reqUser.role === 'coach'
  // A viewer by share link must not read who did what.
  const hasRecord = info.events.length > 0
  return (
    <Card>
      <CardHead title="进度" tail={hasRecord && <MoreLink text="全部记录" onPress={() => setRecordOpen(true)} />} />
      {isCoach ? <Timeline steps={longSteps(info, now)} /> : <Steps steps={shortSteps(info, now)} />}
      <Sheet open={recordOpen} onClose={() => setRecordOpen(false)} title="全部记录">
        <View className={styles.record}>
          <Timeline steps={recordSteps(info, now)} />
        </View>
      </Sheet>
    </Card>
  )
}

type Progress = Pick<InvitationInfo, 'invitation' | 'reqUser' | 'events' | 'responsePlayers'>

/** A stage of a class: when it was reached, and its texts in both forms. */
type Stage = {
  key: string
  icon: Step['icon']
  reachedAt: Date | null
  reached: boolean
  /** Horizontal form: one word, and the text below it while it waits. */
  short: string
  waiting: string
  /** Vertical form, as the coach reads it: the text before and after, and the remark on the right before. */
  before: string
  after: string
  remark: string
}

/** Returns the five stages as a summary from left to right, for players. */
export function shortSteps(info: Progress, now: Date): Step[] {
  return stepsOf(info, now).map(({ stage, state }) => ({
    key: stage.key,
    icon: stage.icon,
    state,
    text: stage.short,
    time: stage.reachedAt
      ? shortMoment(stage.reachedAt, now)
      : stage.reached || state === 'current'
        ? stage.waiting
        : '',
  }))
}

/** Returns the stages from top to bottom with their times, for the coach. */
export function longSteps(info: Progress, now: Date): Step[] {
  return stepsOf(info, now).map(({ stage, state }) => ({
    key: stage.key,
    icon: stage.icon,
    state,
    text: stage.reached ? stage.after : stage.before,
    time: stage.reachedAt ? momentText(stage.reachedAt, now) : stage.remark,
  }))
}

function stepsOf(info: Progress, now: Date): { stage: Stage; state: Step['state'] }[] {
  const stages = stagesOf(info, now)
  const current = stages.findIndex(({ reached }) => !reached)
  return stages.map((stage, at) => ({ stage, state: stage.reached ? 'done' : at === current ? 'current' : 'todo' }))
}

function stagesOf(info: Progress, now: Date): Stage[] {
  const { invitation, reqUser, events } = info
  const { confirmedAt, signedAt, completedAt, createdAt, needContract, initiatorRole } = invitation
  const status = effectiveStatus(invitation, now)
  const isCoach = reqUser.role === 'coach'
  const isOver = status === 'CANCELLED' || status === 'EXPIRED'
  const madeByCoach = initiatorRole === 'coach'
  // In a handover the next coach has to agree, as to a player's request.
  const isHandedOver = madeByCoach && waitsForCoach(invitation)
  // Players keep their seats in a class that its coach changes, and are asked again.
  const awaited = joinedPlayers(info).length > 0 ? '待学员同意' : '待学员加入'
  const contractedAt = lastOf(events, 'contract')
  const isConfirmed = status === 'CONFIRMED' || status === 'COMPLETED' || (isOver && confirmedAt !== null)

  const created: Stage = {
    key: 'create',
    icon: 'plus',
    reached: true,
    reachedAt: createdAt,
    short: '发起',
    waiting: '',
    before: '',
    after: madeByCoach ? (isCoach && !isHandedOver ? '我发起' : '教练发起') : '球员发起',
    remark: '',
  }
  // 缔约 comes before confirming: a request without a contract cannot be confirmed.
  const contracted: Stage = {
    key: 'contract',
    icon: 'pen',
    reached: !needContract,
    reachedAt: contractedAt,
    short: '缔约',
    waiting: needContract ? '待缔约' : '已有合同',
    before: '待缔约',
    after: contractedAt ? '已缔约' : '课程合同',
    remark: needContract ? '没有可用合同' : '已有合同',
  }
  // In a coach's class each player joins with their own contract, so the class has no contract step. A trial lesson takes none.
  const isWithout = invitation.trialId !== null || madeByCoach
  const contractStages = isWithout && !needContract && !contractedAt ? [] : [contracted]
  const confirmed: Stage = {
    key: 'confirm',
    icon: 'clock',
    reached: isConfirmed,
    reachedAt: isConfirmed ? confirmedAt : null,
    short: '确认',
    waiting: '等待中',
    before: isOffered(invitation)
      ? '待学员接受改约'
      : madeByCoach && !isHandedOver
        ? awaited
        : isCoach
          ? '待我确认'
          : '待教练确认',
    after: madeByCoach ? '学员已加入' : isCoach ? '我已确认' : '教练已确认',
    remark: `剩 ${remainingText(now, invitation.expiresAt)}`,
  }
  if (invitation.pastReason) {
    created.short = '补录'
    created.after = isCoach ? '我补录' : '教练补录'
  }
  if (isOver) {
    const ended: Stage = {
      key: 'ended',
      icon: 'close',
      reached: false,
      reachedAt: status === 'CANCELLED' ? invitation.cancelledAt : invitation.expiresAt,
      short: INVITATION_STATUS_NAMES[status],
      waiting: '',
      before: INVITATION_STATUS_NAMES[status],
      after: '',
      remark: '',
    }
    const isReached = isConfirmed && !invitation.pastReason
    return [created, ...(isReached ? [...contractStages, confirmed] : []), ended]
  }
  const canSign = whyNot('sign', invitation, ['coach'], now) === undefined
  const signed: Stage = {
    key: 'sign',
    icon: 'pin',
    // Completing without signing counts everybody as present, so there is nothing left to sign.
    reached: signedAt !== null || status === 'COMPLETED',
    reachedAt: signedAt,
    short: '签到',
    waiting: status === 'COMPLETED' ? '未签到，按到场算' : canSign ? '可签到' : '待签到',
    before: '待签到',
    after: signedAt ? '已签到' : '未签到',
    remark: status === 'COMPLETED' ? '按到场算' : status === 'CONFIRMED' && canSign ? '可签到' : '',
  }
  const finished: Stage = {
    key: 'finish',
    icon: 'star',
    reached: status === 'COMPLETED',
    reachedAt: status === 'COMPLETED' ? completedAt : null,
    short: '完成',
    waiting: '待完成',
    before: '完成',
    after: '已完成',
    remark: costText(info),
  }
  if (invitation.pastReason) {
    const agreed: Stage = {
      ...confirmed,
      reached: status === 'COMPLETED',
      reachedAt: completedAt,
      short: '核对',
      waiting: '待核对',
      before: '待学员核对',
      after: '没有异议',
    }
    return [created, agreed, finished]
  }
  return [created, ...contractStages, confirmed, signed, finished]
}

function costText(info: Progress): string {
  const hours = heldTogether(info)
  return hours > 0 ? `扣减 ${lessonHoursText(hours)} 课时` : ''
}

/**
 * Returns the audit trail as a record from top to bottom, oldest first. The last entry is the current state of the
 * class.
 */
export function recordSteps({ events }: Pick<InvitationInfo, 'events'>, now: Date): Step[] {
  return events.map((event, at) => ({
    key: String(event.seq),
    icon: 'check',
    state: at === events.length - 1 ? 'current' : 'done',
    text: actionName(event.action),
    time: momentText(event.at, now),
    remark: [event.actorName ?? '系统', event.reason].filter(Boolean).join('，'),
  }))
}

function actionName(action: InvitationEvent['action']): string {
  return action in INVITATION_ACTION_NAMES ? INVITATION_ACTION_NAMES[action as InvitationAction] : action
}

function lastOf(events: InvitationInfo['events'], action: InvitationAction): Date | null {
  const ofAction = events.filter((event) => event.action === action)
  return ofAction[ofAction.length - 1]?.at ?? null
}

/** Below a word there is space for the time only. For another day it shows the date only. */
function shortMoment(instant: Date, now: Date): string {
  const day = dayOf(instant)
  return day === dayOf(now) ? clockText(instant) : dateText(day, now)
}
