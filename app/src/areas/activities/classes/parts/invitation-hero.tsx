import {
  ATTENDANCE_NAMES,
  effectiveStatus,
  FINISHED_BY_CLOCK_AFTER_MS,
  isLive,
  isOffered,
  SIGN_OPENS_BEFORE_MS,
  waitsForCoach,
} from '@paidang/domain/areas/activities/classes/invitation'
import { isOut } from '@paidang/domain/areas/activities/classes/seat'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { yieldsTo } from '@paidang/domain/areas/time/schedule/class-clash'
import { WEEKDAY_NAMES } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useMinute } from '../../../../platform/use-minute'
import { Ball } from '../../../../ui/ball'
import { classNames } from '../../../../ui/class-names'
import { semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { clockText, momentText, remainingText } from '../../../../ui/time-format'
import styles from '../invitation-view.module.scss'
import { consumedHours, freeSeats, type InvitationInfo, isPaidByOther, joinedPlayers, ownSeat } from './invitation-info'

type Props = {
  info: InvitationInfo
  /** Each increase plays the ball animation once, after a success such as a confirmation. */
  celebrations: number
}

/**
 * The head of the booking view: the state as a sentence, the next step and its time limit. It updates with the clock.
 */
export function InvitationHero({ info, celebrations }: Props) {
  const now = useMinute()
  const { title, line } = heroText(info, now)
  return (
    <View className={styles.hero}>
      <View className="grow">
        <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
          {title}
        </View>
        <View className={styles.line}>{line}</View>
      </View>
      <Ball key={celebrations} size={48} bounces={celebrations > 0} />
    </View>
  )
}

/** The head while the class is being loaded, or when there is none. */
export function BlankHero({ waits }: { waits: boolean }) {
  return (
    <View className={waits ? styles.hero : styles.blank}>
      {waits && (
        <View className={styles.veil}>
          <SkeletonGroup>
            <View className={classNames(styles.veilLines, 'col-8')}>
              <Skeleton width={180} height={22} />
              <Skeleton width={220} height={14} />
            </View>
          </SkeletonGroup>
        </View>
      )}
    </View>
  )
}

/** The prefix of audit trail reasons that say what an edit changed. */
const EDITED = '修改'

/** What a player who cannot come does when it is too late to cancel. */
const ON_LEAVE = '来不了请教练记请假'

/** Returns what the coach has signed for this player; undefined before that. */
function markedText(info: InvitationInfo): string | undefined {
  const attendance = ownSeat(info)?.attendance
  return attendance ? `教练已记你${ATTENDANCE_NAMES[attendance]}` : undefined
}

/** The state of a class as a sentence, and the next step with its time limit below it. */
type HeroText = { title: string; line: string }

/** Returns the head of the booking view for this caller at this moment. Source: ux specification "约课详情". */
export function heroText(info: InvitationInfo, now: Date): HeroText {
  const status = effectiveStatus(info.invitation, now)
  if (isLive(status) && isOut(ownSeat(info)?.responseStatus)) return outText(info, now)
  if (isLive(status) && isGuest(info) && freeSeats(info) > 0) return guestText(info, now)
  switch (status) {
    case 'PENDING':
      return waitingText(info, now)
    case 'CONFIRMED':
      return confirmedText(info, now)
    case 'COMPLETED':
      return completedText(info, now)
    case 'CANCELLED':
      return cancelledText(info, now)
    case 'EXPIRED':
      return expiredText(info, now)
  }
}

function waitingText(info: InvitationInfo, now: Date): HeroText {
  const { invitation, reqUser } = info
  const limit = momentText(invitation.expiresAt, now)
  const isCoach = reqUser.role === 'coach'
  if (invitation.initiatorRole === 'coach') return coachClassText(info, limit)
  if (isOffered(invitation)) return offeredText(info, limit)
  const moved = invitation.changed
  if (isCoach) {
    return {
      title: clashTitle(info) ?? `${invitation.initiatorName}${moved ?? '想约你的课'}`,
      line: invitation.needContract ? `请在 ${limit} 前缔约并确认，超时取消` : `请在 ${limit} 前答复，超时自动取消`,
    }
  }
  const since = moved ? `${reqUser.role === 'initiator' ? '你' : invitation.initiatorName}${moved}，` : ''
  return invitation.needContract
    ? { title: '等待教练缔约', line: `${since}教练须在 ${limit} 前缔约并确认` }
    : { title: '等待教练确认', line: `${since}教练须在 ${limit} 前答复，超时自动取消` }
}

/** Returns what a request clashes with that does not give way; undefined where it can be confirmed. */
function clashTitle({ clashes }: InvitationInfo): string | undefined {
  const clash = clashes?.find((one) => !yieldsTo(one))
  if (!clash) return undefined
  if (clash.kind === 'own_class') return '这个时间和你的另一节课冲突'
  return clash.kind === 'own_ball' ? '这个时间和你的球局冲突' : '这个时间场地已被占用'
}

/** Returns the head of a request for which the coach offers another time. It waits for its player. */
function offeredText({ invitation, reqUser }: InvitationInfo, limit: string): HeroText {
  const { weekday, beginTimeSlot, initiatorName } = invitation
  if (reqUser.role === 'initiator')
    return {
      title: `教练建议改到${WEEKDAY_NAMES[weekday]} ${timeOf(beginTimeSlot)}`,
      line: `请在 ${limit} 前答复，超时自动取消`,
    }
  return { title: `等待${initiatorName}答复`, line: `${limit} 前没有接受，自动取消` }
}

/** Returns the head of a coach's class. It waits for its players; during a handover it waits for the next coach. */
function coachClassText(info: InvitationInfo, limit: string): HeroText {
  const { invitation, reqUser } = info
  const answer = `请在 ${limit} 前答复，超时自动取消`
  if (waitsForCoach(invitation)) {
    return reqUser.role === 'coach'
      ? { title: `${invitation.initiatorName}请你接这节课`, line: answer }
      : { title: '等待新教练确认', line: `${invitation.coachName}须在 ${limit} 前答复，超时自动取消` }
  }
  if (ownSeat(info)?.responseStatus === 'JOINED')
    return { title: changeTitle(info), line: `请在 ${limit} 前同意，超时自动取消；也可以拒绝，不扣课时` }
  if (ownSeat(info)) {
    const since = invitation.changed ? `教练${invitation.changed}，` : ''
    return { title: `${invitation.coachName}邀请你上课`, line: since + answer }
  }
  // Players keep their seats in a changed class. It is confirmed again when the first of them agrees.
  return joinedPlayers(info).length > 0
    ? { title: '等待学员同意', line: `${limit} 前无人同意，自动取消` }
    : { title: '等待学员加入', line: `${limit} 前无人加入，自动取消` }
}

/** Whether the caller came by a share link and has no part in the class yet. */
function isGuest({ reqUser, share }: InvitationInfo): boolean {
  return reqUser.role === 'viewer' && share !== null && !reqUser.isInvited
}

function guestText(info: InvitationInfo, now: Date): HeroText {
  const { initiatorName, startsAt } = info.invitation
  return {
    title: `${initiatorName}邀请你一起上课`,
    line: `还有 ${freeSeats(info)} 个名额，${momentText(startsAt, now)} 开课`,
  }
}

/** Returns the head for an invited player of a coach's class that is already confirmed. They may still come. */
function invitedText({ invitation }: InvitationInfo, now: Date): HeroText {
  const { coachName, participantsCount, seatsTaken, startsAt } = invitation
  const left = participantsCount - seatsTaken
  return {
    title: `${coachName}邀请你上课`,
    line: `${left > 0 ? `还有 ${left} 个名额` : '人数已满'}，${momentText(startsAt, now)} 开课`,
  }
}

function confirmedText(info: InvitationInfo, now: Date): HeroText {
  const { invitation, coach, reqUser } = info
  const { startsAt, endsAt, signedAt, dayEndsAt } = invitation
  const isCoach = reqUser.role === 'coach'
  if (invitation.pastReason) {
    const limit = momentText(invitation.expiresAt, now)
    if (isCoach) return { title: '补录，等学员核对', line: `${limit} 前没有异议，自动扣课时` }
    return ownSeat(info)?.attendance
      ? { title: '你已同意这次补录', line: `等其他学员核对，${limit} 前没有异议自动扣课时` }
      : { title: `${invitation.coachName}补录了这节课`, line: `请在 ${limit} 前核对，没有异议自动扣课时` }
  }
  if (reqUser.mustAgree) {
    const mayLeave = now.getTime() < startsAt.getTime()
    const line = mayLeave
      ? '请同意修改，或拒绝并免费退出；没有同意的不扣课时'
      : '你还没有同意，按请假算，不扣课时；到场请点同意'
    return { title: changeTitle(info), line }
  }
  if (now.getTime() < startsAt.getTime()) {
    if (ownSeat(info)?.responseStatus === 'INVITED') return invitedText(info, now)
    const title = `还有 ${remainingText(now, startsAt)}开课`
    if (coach.isOnLeave && reqUser.role !== 'viewer')
      return { title, line: isCoach ? '你这天休假，等学员选择怎么安排' : '教练这天休假，请看休假通知，选择怎么安排' }
    if (isCoach) {
      const signOpensAt = new Date(startsAt.getTime() - SIGN_OPENS_BEFORE_MS)
      if (signedAt) return { title, line: '已经签到，下课后点完成' }
      if (now.getTime() < signOpensAt.getTime()) return { title, line: `${momentText(signOpensAt, now)} 起可以签到` }
      return { title, line: '学员到场后签到，下课后点完成' }
    }
    if (reqUser.role === 'viewer') return { title, line: '教练已确认' }
    const freeUntil = reqUser.cancellation?.freeUntil
    return freeUntil && now.getTime() <= freeUntil.getTime()
      ? { title, line: `教练已确认，${momentText(freeUntil, now)} 前可免费取消` }
      : { title, line: markedText(info) ?? (signedAt ? `教练已签到，${ON_LEAVE}` : '教练已确认，请准时到场') }
  }
  if (now.getTime() < endsAt.getTime()) {
    const end = clockText(endsAt)
    if (!isCoach) {
      const next = reqUser.role === 'viewer' ? [] : [markedText(info) ?? ON_LEAVE]
      return { title: '正在上课', line: [`${end} 下课`, ...next].join('，') }
    }
    return { title: '正在上课', line: signedAt ? `${end} 下课，下课后点完成` : `${end} 下课，请为学员签到` }
  }
  const title = '课已上完'
  const limit = `${momentText(new Date(endsAt.getTime() + FINISHED_BY_CLOCK_AFTER_MS), now)} 自动完成`
  if (!isCoach) return { title, line: `等待教练完成，${limit}` }
  if (signedAt) return { title, line: `点完成，扣减预占的课时；${limit}` }
  return now.getTime() < dayEndsAt.getTime()
    ? { title, line: `今天 24:00 前可以签到，之后点完成；${limit}` }
    : { title, line: `签到时间已过。未签到，按到场算；${limit}` }
}

function outText(info: InvitationInfo, now: Date): HeroText {
  const title = ownSeat(info)?.responseStatus === 'DECLINED' ? '你已拒绝这节课' : '你已退出这节课'
  return { title, line: `这节课 ${momentText(info.invitation.startsAt, now)} 开课${settledText(info)}` }
}

function completedText(info: InvitationInfo, now: Date): HeroText {
  const { completedAt } = info.invitation
  const when = completedAt ? `${momentText(completedAt, now)} 完成` : ''
  const consumed = isPaidByOther(info) ? undefined : consumedHours(info)
  const bonus = consumed ? bonusText(ownSeat(info)?.settled?.bonusSessions ?? 0) : ''
  return { title: '这节课已完成', line: [when, consumed && costText(consumed)].filter(Boolean).join('，') + bonus }
}

/** ，另补 1 课时: what a player got on top, since the coach did not come. */
const bonusText = (hours: number) => (hours > 0 ? `，另补 ${lessonHoursText(hours)} 课时` : '')

/** ，扣 0.5，退回 1: what ending the class or the own seat cost, or gave on top. Nothing where the hours just came back. */
function settledText(info: InvitationInfo): string {
  const { lostSessions, returnedSessions, bonusSessions } = ownSeat(info)?.settled ?? NOTHING
  if (lostSessions === 0 && bonusSessions === 0) return ''
  const lost = lostSessions > 0 ? `，扣 ${lessonHoursText(lostSessions)}` : ''
  const back = returnedSessions > 0 ? `，退回 ${lessonHoursText(returnedSessions)}` : ''
  return `${lost}${back}${bonusText(bonusSessions)}`
}

const NOTHING = { lostSessions: 0, returnedSessions: 0, bonusSessions: 0 }

function costText({ hours, backHours }: { hours: number; backHours: number }): string {
  const back = backHours > 0 ? `异议成立，已退回 ${lessonHoursText(backHours)} 课时` : ''
  const cost = hours > 0 ? `消课 ${lessonHoursText(hours)} 课时` : ''
  return [cost, back].filter(Boolean).join('，') || '请假，课时已退回'
}

function cancelledText(info: InvitationInfo, now: Date): HeroText {
  const { invitation, reqUser } = info
  if (invitation.pastReason) return pastEndedText(info, now)
  const when = invitation.cancelledAt ? `${momentText(invitation.cancelledAt, now)} ` : ''
  const reason = invitation.cancelReason ? `，原因：${invitation.cancelReason}` : ''
  const who = cancellerName({ invitation, reqUser })
  // A request that its coach turned down was never a class.
  const { initiatorRole, confirmedAt, cancelledBy, coachId } = invitation
  if (initiatorRole === 'player' && confirmedAt === null && cancelledBy === coachId)
    return { title: `${who}没有接受这次约课`, line: `${when}拒绝${settledText(info)}${reason}` }
  return { title: `${who}取消了这节课`, line: `${when}取消${settledText(info)}${reason}` }
}

/** Returns the head of a class of the past that its coach withdrew, or to which a player objected. */
function pastEndedText(info: InvitationInfo, now: Date): HeroText {
  const { invitation, reqUser, responsePlayers } = info
  const { cancelledBy, cancelledAt, cancelReason } = invitation
  const when = cancelledAt ? `${momentText(cancelledAt, now)}，` : ''
  const player = responsePlayers.find(({ responderId }) => responderId === cancelledBy)
  if (!player) return { title: `${cancellerName(info)}撤回了这次补录`, line: `${when}不扣课时` }
  const who = cancelledBy === reqUser.userId ? '你' : player.responderName
  return { title: `${who}对这次补录有异议`, line: `${when}不扣课时。${cancelReason ?? ''}` }
}

function cancellerName({ invitation, reqUser }: Pick<InvitationInfo, 'invitation' | 'reqUser'>): string {
  if (invitation.cancelledBy === reqUser.userId) return '你'
  if (invitation.cancelledBy === null) return '平台'
  if (invitation.cancelledBy === invitation.coachId) return '教练'
  return invitation.cancelledBy === invitation.initiatorId ? invitation.initiatorName : '公司'
}

function expiredText(info: InvitationInfo, now: Date): HeroText {
  const { invitation, reqUser } = info
  const limit = momentText(invitation.expiresAt, now)
  const title = '约课已过期'
  if (invitation.initiatorRole === 'coach') {
    if (joinedPlayers(info).length === 0) return { title, line: `${limit} 前无人加入，已自动取消` }
    const who = waitsForCoach(invitation) ? `${invitation.coachName}没有答复` : '无人同意修改'
    return { title, line: `${limit} 前${who}，已自动取消，课时已退回` }
  }
  if (isOffered(invitation)) {
    const who = reqUser.role === 'initiator' ? '你' : invitation.initiatorName
    return { title, line: `${who}没有在 ${limit} 前接受改约，已自动取消` }
  }
  return reqUser.role === 'coach'
    ? { title, line: `${limit} 前没有答复，已自动取消` }
    : { title, line: `教练没有在 ${limit} 前答复，${invitation.needContract ? '已自动取消' : '课时已退回'}` }
}

/** Returns what the coach changed since the reader last agreed, from the audit trail: 教练修改了时间、场地. */
function changeTitle(info: InvitationInfo): string {
  const own = ownSeat(info)?.responderName
  const agreed = info.events.filter(({ action, actorName }) => action === 'join' && actorName === own).pop()
  const edits = info.events.filter(({ action, seq }) => action === 'edit' && seq > (agreed?.seq ?? 0))
  const names = edits.flatMap(({ reason }) =>
    reason.startsWith(EDITED) ? reason.slice(EDITED.length).split('、') : [],
  )
  return names.length > 0 ? `教练修改了${[...new Set(names)].join('、')}` : '教练修改了约课'
}
