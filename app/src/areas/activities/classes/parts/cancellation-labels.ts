import { LATE_CANCEL_WINDOW_DAYS } from '@paidang/domain/areas/classes/cancellation'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { hoursUntilText, momentText } from '../../../../ui/time-format'
import { cancelsForClub, type InvitationInfo, joinedPlayers } from './invitation-info'

/** A fact of the dialog: `gain` for hours that come back, `loss` for hours that are lost. */
type CancellationFact = { name: string; value: string; tone: 'gain' | 'loss' | 'plain' }

/** What the dialog says before a cancellation: the question, one line, what comes back and what is left. */
export type CancellationText = { title: string; line: string; facts: CancellationFact[]; costs: boolean }

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
    title: leaves ? '退出这节课？' : '取消这节课？',
    line: lineOf(info, now),
    facts,
    costs: quote.lostSessions > 0,
  }
}

function lineOf({ invitation, reqUser }: Pick<Caller, 'invitation' | 'reqUser'>, now: Date): string {
  const quote = reqUser.cancellation
  switch (quote?.reason) {
    case 'by_coach':
      return quote.heldSessions > 0 ? '教练取消不扣学员课时' : '这节课没有预占课时'
    case 'not_confirmed':
      return '教练还没有确认，可免费取消'
    case 'early':
      return `现在离开课 ${hoursUntilText(now, invitation.startsAt)}，可免费取消`
    case 'changed':
      return '教练或场馆有变动，可免费取消'
    case 'nothing_held':
      return '你在这节课没有预占课时'
    case 'forgiven':
      return `本次逾时取消免扣（${LATE_CANCEL_WINDOW_DAYS}天内首次）`
    default:
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
  if (quote.reason === 'late' && quote.lostSessions > 0) return `现在取消扣 ${lessonHoursText(quote.lostSessions)} 课时`
  if (quote.reason === 'forgiven') return '已过免费时间，本次免扣'
  if (quote.reason === 'changed') return '教练或场馆有变动，可免费取消'
  if (quote.reason === 'nothing_held') return '没有预占课时，取消不扣课时'
  if (quote.reason === 'not_confirmed') return '教练确认前可免费取消'
  return `${limit} 后球员取消扣课时`
}
