import { View } from '@tarojs/components'
import { useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { Sheet } from '../../../../ui/sheet'
import { Steps, Timeline } from '../../../../ui/timeline'
import type { InvitationInfo } from './invitation-info'
import { longSteps, recordSteps, shortSteps } from './progress'
import styles from './progress-card.module.scss'

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
