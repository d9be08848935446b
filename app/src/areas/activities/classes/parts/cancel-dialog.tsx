import { USUAL_REASONS } from '@paidang/domain/areas/content/usual-reasons'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Chip } from '../../../../ui/chip'
import { classNames } from '../../../../ui/class-names'
import { Overlay } from '../../../../ui/overlay'
import { semantics } from '../../../../ui/semantics'
import styles from './cancel-dialog.module.scss'
import { cancellationText } from './cancellation-labels'
import { cancelsForClub, type InvitationInfo } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

/**
 * 取消: shows before the press what cancelling costs, what comes back and what is left. A coach must give a reason, a
 * player may.
 */
export function CancelDialog({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const now = useMinute()
  const [reason, setReason] = useState('')
  const { refetch } = actions
  const open = actions.asked === 'cancel'
  const quote = info.reqUser.cancellation
  const freeTimeEnded = quote?.reason === 'early' && now.getTime() > quote.freeUntil.getTime()
  useEffect(() => {
    // The free time has ended while the dialog is open. Only the server knows the new cost.
    if (open && freeTimeEnded) refetch()
  }, [open, freeTimeEnded, refetch])

  const words = cancellationText(info, now)
  if (!words) return null
  const isCoach = cancelsForClub(info)
  const leaves = info.reqUser.role === 'participant'
  // A screen reader reads the cost when the dialog opens.
  const spoken = [words.title, words.line, ...words.facts.map(({ name, value }) => `${name} ${value}`)].join('，')
  return (
    <Overlay open={open} onClose={actions.close} kind="dialog" label={spoken} alert>
      <View className={styles.dialog}>
        <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
          {words.title}
        </View>
        <View className={styles.line}>{words.line}</View>
        {words.facts.length > 0 && (
          <View className={classNames(styles.facts, words.costs && styles.costs)}>
            {words.facts.map(({ name, value, tone }) => (
              <View key={name} className={styles.fact}>
                <View>{name}</View>
                <View className={classNames(styles.value, styles[tone])}>{value}</View>
              </View>
            ))}
          </View>
        )}
        <View className={styles.ask}>{isCoach ? '请选择原因，学员会看到' : '取消原因（选填，教练会看到）'}</View>
        <View className={styles.chips}>
          {USUAL_REASONS[isCoach ? 'coach' : 'player'].map((text) => (
            <Chip key={text} onCard on={text === reason} onPress={() => setReason(text === reason ? '' : text)}>
              {text}
            </Chip>
          ))}
        </View>
        <View className={styles.buttons}>
          <Button kind="plain" full onPress={actions.close}>
            再想想
          </Button>
          <Button
            kind="danger"
            full
            lacks={isCoach && reason === '' ? '请选择取消原因' : undefined}
            busy={actions.runs.cancel}
            onPress={() => actions.cancel(reason)}
          >
            {leaves ? '退出' : '取消约课'}
          </Button>
        </View>
      </View>
    </Overlay>
  )
}
