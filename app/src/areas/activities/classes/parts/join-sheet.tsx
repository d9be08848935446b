import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { packagesPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { type KeyValue, KeyValues } from '../../../../ui/key-values'
import { Notice } from '../../../../ui/notice'
import { Sheet } from '../../../../ui/sheet'
import { dayText, momentText } from '../../../../ui/time-format'
import { useFeature } from '../../../ground/features/features-data'
import styles from '../invitation-view.module.scss'
import type { InvitationInfo } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

/** 参与约课: shows what the seat costs before it is taken. A player with too few hours reads whom to ask. */
export function JoinSheet({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const now = useMinute()
  const { facts, cost, refusal } = joinText(info, now)
  const refused = actions.refusals.join
  const sellsHours = useFeature('packages') && refusal !== undefined
  return (
    <Sheet
      open={actions.asked === 'join'}
      onClose={actions.close}
      title="参与约课"
      foot={
        <>
          {refused && (
            <Notice tone="bad" icon="warning">
              {refused}
            </Notice>
          )}
          <Button
            full
            busy={actions.runs.join}
            disabled={refusal !== undefined}
            reason={refusal}
            onPress={actions.join}
          >
            参与约课
          </Button>
        </>
      }
    >
      <View className={styles.padded}>
        <KeyValues rows={facts} />
        <View className="pt-12">
          <Notice
            tone={refusal ? 'wait' : 'ok'}
            icon={refusal ? 'warning' : 'info'}
            tail={
              sellsHours && (
                <Button kind="plain" size="s" onPress={() => goTo(packagesPath(info.invitation.courseDesignId))}>
                  购买课时
                </Button>
              )
            }
          >
            {cost}
          </Notice>
        </View>
      </View>
    </Sheet>
  )
}

/** What the sheet says before a seat is taken: the class, the cost, and why the caller cannot pay. */
type JoinText = { facts: KeyValue[]; cost: string; refusal?: string }

/** Returns the cost of a seat, shown before the press. Source: decision "The life of a class invitation", join */
export function joinText({ invitation, reqUser }: Pick<InvitationInfo, 'invitation' | 'reqUser'>, now: Date): JoinText {
  const left = invitation.participantsCount - invitation.seatsTaken
  const facts = [
    { name: '课程', value: invitation.courseDesignName },
    {
      name: '时间',
      value: `${dayText(invitation.courseDate, now)} ${whenOf(invitation.beginTimeSlot, invitation.endTimeSlot)}`,
    },
    { name: '地点', value: `${invitation.stadiumName} ${invitation.courtName}` },
    { name: '教练', value: invitation.coachName },
    { name: '名额', value: `还剩 ${Math.max(0, left)} 个` },
  ]
  const { joinCost } = reqUser
  if (!joinCost) {
    const cost = invitation.initiatorRole === 'player' ? '由发起人的合同支付，不占用你的课时' : '参与不占用课时'
    return { facts, cost }
  }
  const needed = lessonHoursText(joinCost.neededSessions)
  const available = lessonHoursText(joinCost.availableSessions)
  if (joinCost.availableSessions < joinCost.neededSessions) {
    return { facts, cost: `需要 ${needed} 课时，可用 ${available} 课时`, refusal: '课时不足，请联系教练缔约' }
  }
  const isFree = now.getTime() <= invitation.freeUntil.getTime()
  const rule = isFree ? `${momentText(invitation.freeUntil, now)} 前免费退出` : '已过免费退出时间'
  facts.push({ name: '退出规则', value: rule })
  return { facts, cost: `参与后预占 ${needed} 课时，可用 ${available} 课时` }
}
