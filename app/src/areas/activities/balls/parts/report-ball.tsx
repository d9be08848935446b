import type { BallDetail } from '@paidang/api/areas/balls'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '../../../../ui/button'
import { ReportSheet } from '../../../ground/reports/report-sheet'
import styles from './report-ball.module.scss'

/** 举报这场球局, for a logged-in reader who is not the initiator. */
export function ReportBall({ ball, share }: { ball: BallDetail; share: string | null }) {
  const [isOpen, setIsOpen] = useState(false)
  const { userId, role } = ball.viewer
  if (userId === null || role === 'initiator') return null
  return (
    <View className={styles.foot}>
      <Button kind="plain" size="s" icon="warning" onPress={() => setIsOpen(true)}>
        举报这场球局
      </Button>
      <ReportSheet
        open={isOpen}
        name="这场球局"
        object={{ kind: 'ball', objectId: ball.id, share: share ?? undefined }}
        onClose={() => setIsOpen(false)}
      />
    </View>
  )
}
