import { USUAL_REASONS } from '@paidang/domain/areas/content/usual-reasons'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '../../../../ui/button'
import { Chip } from '../../../../ui/chip'
import { Overlay } from '../../../../ui/overlay'
import { semantics } from '../../../../ui/semantics'
import styles from './cancel-dialog.module.scss'
import { type InvitationInfo, ownSeat } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

/** 拒绝: shows what declining means. A reason is optional. */
export function DeclineDialog({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const [reason, setReason] = useState('')
  const title = info.reqUser.mustAgree ? '拒绝修改？' : '拒绝这节课？'
  const line = lineOf(info)
  return (
    <Overlay open={actions.asked === 'decline'} onClose={actions.close} kind="dialog" label={`${title}，${line}`} alert>
      <View className={styles.dialog}>
        <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
          {title}
        </View>
        <View className={styles.line}>{line}</View>
        <View className={styles.ask}>原因（选填，教练会看到）</View>
        <View className={styles.chips}>
          {USUAL_REASONS.player.map((text) => (
            <Chip key={text} onCard on={text === reason} onPress={() => setReason(text === reason ? '' : text)}>
              {text}
            </Chip>
          ))}
        </View>
        <View className={styles.buttons}>
          <Button kind="plain" full onPress={actions.close}>
            再想想
          </Button>
          <Button kind="danger" full busy={actions.runs.decline} onPress={() => actions.decline(reason)}>
            拒绝
          </Button>
        </View>
      </View>
    </Overlay>
  )
}

function lineOf(info: InvitationInfo): string {
  if (!info.reqUser.mustAgree) return '不扣课时，教练会收到消息；开课前改变主意，有空位还可以参与'
  const held = ownSeat(info)?.heldSessions ?? 0
  return `你会退出这节课，不扣课时${held > 0 ? `，退回 ${lessonHoursText(held)} 课时` : ''}，教练会收到消息`
}
