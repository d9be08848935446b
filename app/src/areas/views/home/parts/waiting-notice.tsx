import type { InvitationResponse } from '@paidang/api/areas/activities/classes'
import { FINISHED_BY_CLOCK_AFTER_MS } from '@paidang/domain/areas/activities/classes/invitation'
import { instantOf } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingViewPath, dayBoardPath, myBookingPath, studentsPath, trialLessonPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Card, CardControls } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Icon, type IconName } from '../../../../ui/icon'
import { dayText, momentText } from '../../../../ui/time-format'
import { stepOf, useUnfinishedClasses } from '../../../activities/classes/unfinished-data'
import { useReceivedTrials } from '../../../activities/trial-lessons/trial-lessons-data'
import { useWaitingClasses } from '../home-data'
import styles from '../home-view.module.scss'

/** Up to this many classes to complete are listed one by one. */
const MAX_UNFINISHED = 2

/**
 * What waits for the user: times that coaches offer, classes of the past to agree to, invitations to classes, and for a
 * coach classes to complete, requests and trial lessons. Empty when nothing waits.
 */
export function WaitingNotices() {
  const { invites, offers, past, forCoach } = useWaitingClasses()
  const now = useMinute()
  const [request] = forCoach
  const [invite] = invites
  const [offer] = offers
  const [held] = past
  const { data: unfinished = [] } = useUnfinishedClasses()
  const { data: trials = [] } = useReceivedTrials()
  const [trial] = trials
  return (
    <>
      {unfinished.length > MAX_UNFINISHED ? (
        <Notice
          icon="calendar"
          title={`${unfinished.length} 节课待完成`}
          line="学员签到后点完成，下课 24 小时后自动完成"
          onPress={() => goTo(dayBoardPath())}
        />
      ) : (
        unfinished.map((row) => <Unfinished key={row.id} row={row} now={now} />)
      )}
      {request && (
        <Notice
          icon="bell"
          title={`${forCoach.length} 个约课申请待你确认`}
          line={`最早 ${momentText(new Date(request.invitation.expiresAt), now)} 过期`}
          onPress={() => goTo(myBookingPath('PENDING', 'list'))}
        />
      )}
      {trial && (
        <Notice
          icon="bell"
          title={`${trials.length} 节体验课待你确认`}
          line={
            trial.expiresAt === null ? trial.player.nickname : `最早 ${momentText(new Date(trial.expiresAt), now)} 过期`
          }
          onPress={() => goTo(trials.length === 1 ? trialLessonPath(trial.id) : studentsPath())}
        />
      )}
      {offer && (
        <Notice
          icon="clock"
          title={offers.length > 1 ? `${offers.length} 节课教练建议改约` : `${offer.invitation.coachName} 教练建议改约`}
          line={offerLine(offer.invitation, now)}
          onPress={() =>
            goTo(offers.length === 1 ? bookingViewPath(offer.invitation.id) : myBookingPath('PENDING', 'list'))
          }
        />
      )}
      {held && (
        <Notice
          icon="document"
          title={
            past.length > 1 ? `${past.length} 节补录的课待你核对` : `${held.invitation.coachName} 教练补录了一节课`
          }
          line={`${momentText(instantOf(held.invitation.courseDate, held.invitation.beginTimeSlot), now)} 的课，请在 ${momentText(new Date(held.invitation.expiresAt), now)} 前核对`}
          onPress={() => goTo(past.length === 1 ? bookingViewPath(held.id) : myBookingPath('CONFIRMED', 'list'))}
        />
      )}
      {invite && (
        <Notice
          icon="message"
          title={`${invites.length} 个约课邀请等你参与`}
          line={`${dayText(invite.invitation.courseDate, now)} ${timeOf(invite.invitation.beginTimeSlot)}，${invite.invitation.coachName} 教练${dueOf(invite.invitation, now)}`}
          onPress={() =>
            goTo(invites.length === 1 ? bookingViewPath(invite.invitation.id) : myBookingPath('all', 'list'))
          }
        />
      )}
    </>
  )
}

/** Until when a waiting class is answered, as the end of a line. */
const dueOf = ({ invitationStatus, expiresAt }: InvitationResponse['invitation'], now: Date) =>
  invitationStatus === 'PENDING' ? `，${momentText(new Date(expiresAt), now)} 前答复` : ''

/** The offered time, the one that was asked for, and until when to answer. */
function offerLine(invitation: InvitationResponse['invitation'], now: Date): string {
  const { courseDate, beginTimeSlot, askedStartsAt } = invitation
  const asked = askedStartsAt ? `，原申请 ${momentText(new Date(askedStartsAt), now)}` : ''
  return `改到 ${dayText(courseDate, now)} ${timeOf(beginTimeSlot)}${asked}${dueOf(invitation, now)}`
}

/** A class that has ended, with its next step. */
function Unfinished({ row, now }: { row: InvitationResponse; now: Date }) {
  const { id, courseDate, beginTimeSlot, endTimeSlot, courseDesignName } = row.invitation
  const step = stepOf(row, now)
  const people = row.players.map(({ nickname }) => nickname).join('、')
  const byClock = new Date(instantOf(courseDate, endTimeSlot).getTime() + FINISHED_BY_CLOCK_AFTER_MS)
  return (
    <Notice
      icon="calendar"
      title={`待完成：${people || courseDesignName}`}
      line={`${dayText(courseDate, now)} ${whenOf(beginTimeSlot, endTimeSlot)}，${momentText(byClock, now)} 自动完成`}
      onPress={() => goTo(bookingViewPath(id))}
      step={{ text: step.text, onPress: () => goTo(bookingViewPath(id, undefined, step.key)) }}
    />
  )
}

type NoticeProps = {
  icon: IconName
  title: string
  line: string
  onPress: () => void
  step?: { text: string; onPress: () => void }
}

function Notice({ icon, title, line, onPress, step }: NoticeProps) {
  return (
    <View className="in-12-0">
      <Card onPress={onPress} label={`${title}，${line}`} holdsControls={step !== undefined}>
        <View className="wrap-12">
          <View className={classNames(styles.tile, 'centre keep wait')}>
            <Icon name={icon} />
          </View>
          <View className="words">
            <View className="t-strong">{title}</View>
            <View className="t-caption muted">{line}</View>
          </View>
          {step ? (
            <CardControls>
              <Button size="s" label={`${step.text}，${title}`} onPress={step.onPress}>
                {step.text}
              </Button>
            </CardControls>
          ) : (
            <Icon name="chevron-right" size={16} className="faint" />
          )}
        </View>
      </Card>
    </View>
  )
}
