import { monthDotDay } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { contractPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Avatar } from '../../../../ui/avatar'
import { Card } from '../../../../ui/card'
import { Facts } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { pressable } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import type { Likes } from '../invitation-likes-data'
import type { InvitationInfo } from './invitation-info'
import { PersonLikes } from './person-likes'
import styles from './student-card.module.scss'

const HANDS = ['右手', '左手'] as const

/** For the coach: who asks, their last class together, and the student's message. It opens the student's contracts. */
export function StudentCard({ info, likes }: { info: InvitationInfo; likes: Likes }) {
  const { invitation, lastClass } = info
  const player = info.responsePlayers.find(({ responderId }) => responderId === invitation.initiatorId)
  const facts = player ? [`等级 ${player.responder.level.toFixed(1)}`, HANDS[player.responder.handedness] ?? ''] : []
  const openContracts = () => goTo(contractPath(invitation.companyId, invitation.initiatorId))
  return (
    <Card>
      <View className={styles.row}>
        <View
          className={styles.student}
          {...pressable({ label: `${invitation.initiatorName}的合同与课时`, onPress: openContracts })}
        >
          <Avatar id={invitation.initiatorId} src={player?.responder.avatar} />
          <View className={styles.words}>
            <View className={styles.name}>
              {invitation.initiatorName}
              {lastClass && <Tag kind="brand">老学员</Tag>}
              <Icon name="chevron-right" size={16} className={styles.more} />
            </View>
            <View className={styles.facts}>
              <Facts>{facts}</Facts>
            </View>
            <View className={styles.facts}>
              {lastClass ? `上次：${monthDotDay(lastClass.courseDate)} ${lastClass.stadiumName}` : '第一次约你的课'}
            </View>
          </View>
        </View>
        {player && (
          <PersonLikes
            id={player.responderId}
            name={player.responderName}
            count={player.responder.likesCount}
            likes={likes}
          />
        )}
      </View>
      {invitation.messageToCoach !== '' && <View className={styles.message}>{invitation.messageToCoach}</View>}
    </Card>
  )
}
