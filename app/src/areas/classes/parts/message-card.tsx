import { View } from '@tarojs/components'
import { Card, CardHead } from '../../../ui/card'
import type { InvitationInfo } from './invitation-info'
import styles from './message-card.module.scss'

/** What was written with the class: by a player to the coach, and to the players. Nothing when nobody wrote. */
export function MessageCard({ info }: { info: InvitationInfo }) {
  const { invitation, reqUser } = info
  const messages = [
    { to: '给球员', text: invitation.messageToPlayers },
    // The coach reads his beside the student.
    { to: '给教练', text: reqUser.role === 'coach' ? '' : invitation.messageToCoach },
  ].filter(({ text }) => text !== '')
  if (messages.length === 0) return null
  return (
    <Card>
      <CardHead title="留言" />
      {messages.map(({ to, text }) => (
        <View key={to} className={styles.message}>
          <View className={styles.to}>{to}</View>
          {text}
        </View>
      ))}
    </Card>
  )
}
