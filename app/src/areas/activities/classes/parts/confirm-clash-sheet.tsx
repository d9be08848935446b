import { yieldsTo } from '@paidang/domain/areas/schedule/class-clash'
import { View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { useRef } from 'react'
import { showToast } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { useVenue } from '../../../places/venues/venues-data'
import { alternativeText } from './clash-labels'
import { ClashCells } from './clashes-card'
import type { InvitationInfo } from './invitation-info'
import styles from './sheet-body.module.scss'
import type { InvitationActions } from './use-invitation-actions'

const NO_COURTS: never[] = []

/**
 * Shown when the confirmation was refused: what holds the half-hours, and the nearest free ones to copy for the
 * student.
 */
export function ConfirmClashSheet({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const { invitation, clashes } = info
  const { clash, closeClash } = actions
  // The text stays during the closing animation.
  const last = useRef(clash)
  if (clash) last.current = clash
  const shown = last.current
  const { data: venue } = useVenue(shown && invitation.stadiumId)
  if (!shown) return null
  const ways = shown.alternatives.map((way) => alternativeText(way, venue?.courts ?? NO_COURTS))
  return (
    <Sheet
      open={clash !== undefined}
      onClose={closeClash}
      title="这段时间确认不了"
      foot={
        ways.length > 0 && (
          <Button full onPress={() => copy([invitation.stadiumName, ...ways].join('\n'))}>
            复制空闲时段
          </Button>
        )
      }
    >
      <View className={styles.padded} {...semantics({ role: 'alert' })}>
        <Notice tone="wait" icon="warning">
          {shown.sentence}
        </Notice>
      </View>
      <ClashCells clashes={(clashes ?? []).filter((one) => !yieldsTo(one))} courtName={invitation.courtName} />
      <View className={styles.caption}>
        {ways.length > 0 ? '最近的空闲时段，可以发给学员改约' : '这天没有同样长的空闲时段，可以请学员换个日期'}
      </View>
      {ways.map((text) => (
        <Cell key={text} icon="clock" title={text} />
      ))}
    </Sheet>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await Taro.setClipboardData({ data: text })
    showToast('空闲时段已复制', { tone: 'done' })
  } catch {
    showToast('没有复制成功，请重试', { tone: 'failed' })
  }
}
