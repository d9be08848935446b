import { View } from '@tarojs/components'
import { Card, CardHead } from '../../../ui/card'
import { PendingWords } from '../../content/pending-words'
import type { InvitationInfo } from './invitation-info'
import styles from './message-card.module.scss'

/** What was written with the class: by a player to the coach, and to the players; the reader's own words that wait are named as such. */
export function MessageCard({ info }: { info: InvitationInfo }) {
  const { invitation, reqUser, pending } = info
  const isHeld = (wanted: string) => pending.some(({ field }) => field === wanted)
  const messages = [
    { to: '给球员', text: isHeld('messageToPlayers') ? '' : invitation.messageToPlayers },
    // The coach reads his beside the student.
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
      <PendingWords kind="class" pending={pending} className={styles.message} />
    </Card>
  )
}
