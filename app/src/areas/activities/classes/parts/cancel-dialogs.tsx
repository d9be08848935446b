import { LATE_CANCEL_WINDOW_DAYS } from '@paidang/domain/areas/activities/classes/free-time'
import { isOffered } from '@paidang/domain/areas/activities/classes/invitation'
import { USUAL_REASONS } from '@paidang/domain/areas/ground/content/usual-reasons'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Chip } from '../../../../ui/chip'
import { classNames } from '../../../../ui/class-names'
import { Overlay } from '../../../../ui/overlay'
import { semantics } from '../../../../ui/semantics'
import { hoursUntilText, momentText } from '../../../../ui/time-format'
import styles from '../invitation-view.module.scss'
import { CancelSheet, tieredOf } from './cancel-sheet'
import { cancelsForClub, type InvitationInfo, isAsked, joinedPlayers, ownSeat } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

const [COACH_ABSENT] = USUAL_REASONS.begun

/**
 * 取消: shows before the press what cancelling costs, what comes back and what is left. A coach must give a reason, a
 * player may.
 */
export function CancelDialog({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const now = useMinute()
  const [reason, setReason] = useState('')
  const { refetch } = actions
  const open = actions.asked === 'cancel'
  const quote = info.reqUser.cancellation
  const freeTimeEnded = quote?.reason === 'early' && now.getTime() > quote.freeUntil.getTime()
  useEffect(() => {
    // The free time has ended while the dialog is open. Only the server knows the new cost.
    if (open && freeTimeEnded) refetch()
  }, [open, freeTimeEnded, refetch])

  const tiered = tieredOf(info)
  if (tiered) return <CancelSheet {...tiered} actions={actions} />
  const words = cancellationText(info, now)
  if (!words) return null
  const isCoach = cancelsForClub(info)
  const { pastReason, startsAt } = info.invitation
  const hasBegun = isCoach && !pastReason && now.getTime() >= startsAt.getTime()
  const ofClub = [...(hasBegun ? USUAL_REASONS.begun : []), ...USUAL_REASONS[pastReason ? 'past' : 'coach']]
  const coachAbsent = hasBegun && reason === COACH_ABSENT
  const bonus = coachAbsent && info.policy ? info.policy.coachAbsentHalves / 2 : 0
  const facts: CancellationFact[] =
    bonus > 0
      ? [...words.facts, { name: '每位学员另补', value: `+${lessonHoursText(bonus)}`, tone: 'gain' }]
      : words.facts
  // A screen reader reads the cost when the dialog opens.
  const spoken = [words.title, words.line, ...facts.map(({ name, value }) => `${name} ${value}`)].join('，')
  return (
    <Overlay open={open} onClose={actions.close} kind="dialog" label={spoken} alert>
      <View className={styles.dialog}>
        <View className="t-title-2 t-centre" {...semantics({ role: 'heading', level: 2 })}>
          {words.title}
        </View>
        <View className="mt-8 t-sub muted t-centre">{words.line}</View>
        {facts.length > 0 && (
          <View className={classNames(styles.facts, 'mt-12 t-sub', words.costs && styles.costs)}>
            {facts.map(({ name, value, tone }) => (
              <View key={name} className={styles.fact}>
                <View>{name}</View>
                <View className={classNames(styles.value, styles[tone])}>{value}</View>
              </View>
            ))}
          </View>
        )}
        <View className="mt-16 t-sub muted">{isCoach ? '请选择原因，学员会看到' : '取消原因（选填，教练会看到）'}</View>
        <View className="chips-12-8 mt-8">
          {(isCoach ? ofClub : USUAL_REASONS.player).map((text) => (
            <Chip key={text} onCard on={text === reason} onPress={() => setReason(text === reason ? '' : text)}>
              {text}
            </Chip>
          ))}
        </View>
        <View className={classNames(styles.presses, 'mt-16')}>
          <Button kind="plain" full onPress={actions.close}>
            再想想
          </Button>
          <Button
            kind="danger"
            full
            lacks={isCoach && reason === '' ? `请选择${words.press === '撤回' ? '撤回' : '取消'}原因` : undefined}
            busy={actions.runs.cancel}
            onPress={() => actions.cancel(reason, coachAbsent)}
          >
            {words.press}
          </Button>
        </View>
      </View>
    </Overlay>
  )
}

/** A fact of the dialog: `gain` for hours that come back, `loss` for hours that are lost. */
type CancellationFact = { name: string; value: string; tone: 'gain' | 'loss' | 'plain' }

/** What the dialog says before a cancellation: the question, one line, what comes back and what is left. */
type CancellationText = { title: string; press: string; line: string; facts: CancellationFact[]; costs: boolean }

type Caller = Pick<InvitationInfo, 'invitation' | 'reqUser' | 'responsePlayers'>

/**
 * Returns the cost of cancelling, shown before the press; undefined when this caller cannot cancel. Source: decision
 * "Cancellation policy".
 */
export function cancellationText(info: Caller, now: Date): CancellationText | undefined {
  const { reqUser } = info
  const quote = reqUser.cancellation
  if (!quote) return undefined
  const returned = quote.heldSessions - quote.lostSessions
  const isCoach = cancelsForClub(info)
  const facts: CancellationFact[] = []
  if (quote.lostSessions > 0)
    facts.push({ name: '扣除课时', value: `−${lessonHoursText(quote.lostSessions)}`, tone: 'loss' })
  if (info.invitation.trialId !== null) {
    const back = info.invitation.courseDesignPrice - quote.lostFen
    if (quote.lostFen > 0) facts.push({ name: '扣除', value: `−¥${yuanOf(quote.lostFen)}`, tone: 'loss' })
    facts.push({ name: isCoach ? '退给学员' : '退回', value: `+¥${yuanOf(back)}`, tone: 'gain' })
  }
  if (returned > 0) {
    facts.push({ name: isCoach ? '退回学员课时' : '退回课时', value: `+${lessonHoursText(returned)}`, tone: 'gain' })
  }
  if (quote.heldSessions > 0 && reqUser.contract && !isCoach) {
    // The available hours do not include the held ones.
    const left = reqUser.contract.availableSessions + returned
    facts.push({ name: '取消后可用', value: lessonHoursText(left), tone: 'plain' })
  }
  const leaves = reqUser.role === 'participant'
  const others = joinedPlayers(info).filter(({ responderId }) => responderId !== reqUser.userId).length
  // A player who gives up their own seat affects nobody else.
  if (others > 0 && !leaves && !(isCoach && others === 1))
    facts.push({ name: '一起取消', value: `${others} 位${isCoach ? '学员' : '球友'}`, tone: 'plain' })
  return {
    ...questionOf(info, now),
    line: cancellationLine(info, now),
    facts,
    costs: quote.lostSessions > 0 || quote.lostFen > 0,
  }
}

function questionOf(info: Caller, now: Date): Pick<CancellationText, 'title' | 'press'> {
  const { role } = info.reqUser
  if (role === 'participant') return { title: '退出这节课？', press: '退出' }
  if (info.invitation.pastReason) return { title: '撤回这次补录？', press: '撤回' }
  if (role === 'coach' && isAsked(info, now)) return { title: '拒绝这个申请？', press: '拒绝' }
  if (role === 'initiator' && isOffered(info.invitation)) return { title: '这个时间不合适？', press: '取消约课' }
  return { title: '取消这节课？', press: '取消约课' }
}

function cancellationLine({ invitation, reqUser }: Pick<Caller, 'invitation' | 'reqUser'>, now: Date): string {
  const quote = reqUser.cancellation
  switch (quote?.reason) {
    case 'by_coach':
      if (invitation.trialId !== null) return '体验课的钱全额退给学员'
      if (invitation.pastReason) return '学员会收到消息，改好后可以再补录'
      return quote.heldSessions > 0 ? '教练取消不扣学员课时' : '这节课没有预占课时'
    case 'not_confirmed':
      return isOffered(invitation) ? '这次申请就取消了，不扣课时' : '教练还没有确认，可免费取消'
    case 'early':
      return `现在离开课 ${hoursUntilText(now, invitation.startsAt)}，可免费取消`
    case 'changed':
      return '教练或场馆有变动，可免费取消'
    case 'rounded':
      return '不足半课时，不扣课时'
    case 'nothing_held':
      return '你在这节课没有预占课时'
    case 'forgiven':
      return `本次逾时取消免扣（${LATE_CANCEL_WINDOW_DAYS}天内首次）`
    default:
      if (invitation.trialId !== null) return '已过免费取消时间，退回一半'
      return `逾时取消将扣除 ${lessonHoursText(quote?.lostSessions ?? 0)} 课时`
  }
}

/** Returns the rule as one line of the ticket; undefined when this caller can no longer cancel. */
export function cancellationRule(
  { invitation, reqUser }: Pick<Caller, 'invitation' | 'reqUser'>,
  now: Date,
): string | undefined {
  const quote = reqUser.cancellation
  // Once signed or begun, the class counts as running.
  if (!quote || invitation.signedAt || now.getTime() >= invitation.startsAt.getTime()) return undefined
  const limit = momentText(quote.freeUntil, now)
  if (now.getTime() <= quote.freeUntil.getTime()) return `${limit} 前免费取消`
  if (quote.lostFen > 0) return `现在取消扣 ¥${yuanOf(quote.lostFen)}`
  if (quote.reason === 'late' && quote.lostSessions > 0) return `现在取消扣 ${lessonHoursText(quote.lostSessions)} 课时`
  if (quote.reason === 'forgiven') return '已过免费时间，本次免扣'
  if (quote.reason === 'changed') return '教练或场馆有变动，可免费取消'
  if (quote.reason === 'rounded') return '不足半课时，取消不扣课时'
  if (quote.reason === 'nothing_held') return '没有预占课时，取消不扣课时'
  if (quote.reason === 'not_confirmed') return isOffered(invitation) ? '接受前可免费取消' : '教练确认前可免费取消'
  return invitation.trialId === null ? `${limit} 后球员取消扣课时` : `${limit} 后学员取消退一半`
}

/** 拒绝: shows what declining means. A reason is optional. */
export function DeclineDialog({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const [reason, setReason] = useState('')
  const title = info.reqUser.mustAgree ? '拒绝修改？' : '拒绝这节课？'
  const line = declineLine(info)
  return (
    <Overlay open={actions.asked === 'decline'} onClose={actions.close} kind="dialog" label={`${title}，${line}`} alert>
      <View className={styles.dialog}>
        <View className="t-title-2 t-centre" {...semantics({ role: 'heading', level: 2 })}>
          {title}
        </View>
        <View className="mt-8 t-sub muted t-centre">{line}</View>
        <View className="mt-16 t-sub muted">原因（选填，教练会看到）</View>
        <View className="chips-12-8 mt-8">
          {USUAL_REASONS.player.map((text) => (
            <Chip key={text} onCard on={text === reason} onPress={() => setReason(text === reason ? '' : text)}>
              {text}
            </Chip>
          ))}
        </View>
        <View className={classNames(styles.presses, 'mt-16')}>
          <Button kind="plain" full onPress={actions.close}>
            再想想
          </Button>
          <Button kind="danger" full busy={actions.runs.decline} onPress={() => actions.decline(reason)}>
            拒绝
          </Button>
        </View>
      </View>
    </Overlay>
  )
}

function declineLine(info: InvitationInfo): string {
  if (!info.reqUser.mustAgree) return '不扣课时，教练会收到消息；开课前改变主意，有空位还可以参与'
  const held = ownSeat(info)?.heldSessions ?? 0
  return `你会退出这节课，不扣课时${held > 0 ? `，退回 ${lessonHoursText(held)} 课时` : ''}，教练会收到消息`
}
