import { View } from '@tarojs/components'
import { Card, CardHead } from '../../../../ui/card'
import { PendingText } from '../../../ground/content/pending-content'
import type { InvitationInfo } from './invitation-info'
import styles from './message-card.module.scss'

/**
 * The messages of the class: the player's message to the coach, and that to the players. The reader's own unapproved
 * text is marked.
 */
export function MessageCard({ info }: { info: InvitationInfo }) {
  const { invitation, reqUser, pending } = info
  const isHeld = (input: string) => pending.some(({ field }) => field === input)
  const messages = [
    { to: '给球员', text: isHeld('messageToPlayers') ? '' : invitation.messageToPlayers },
    // The coach reads their message on the student card.
    { to: '给教练', text: reqUser.role === 'coach' || isHeld('messageToCoach') ? '' : invitation.messageToCoach },
  ].filter(({ text }) => text !== '')
  if (messages.length + pending.length === 0) return null
  return (
    <Card>
      <CardHead title="留言" />
      {messages.map(({ to, text }) => (
        <View key={to} className={styles.message}>
          <View className={styles.to}>{to}</View>
          {text}
        </View>
      ))}
      <PendingText kind="class" pending={pending} className={styles.message} />
    </Card>
  )
}
