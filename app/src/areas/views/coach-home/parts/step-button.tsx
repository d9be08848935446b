import { View } from '@tarojs/components'
import { bookingViewPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { useConfirmInvitation } from '../../../activities/classes/invitation-data'
import styles from '../day-board-view.module.scss'
import { type CoachClass, type CoachStep, titleOf } from './coach-class'

type Props = {
  row: CoachClass
  step: CoachStep
  text: string
  /** In a block of one line. */
  isLow?: boolean
}

/**
 * The next step of a class. Confirming happens at once; the other steps ask first, in the booking view. A request with
 * 允许冲突 also opens that view, which shows its clashes before the confirmation.
 */
export function StepButton({ row, step, text, isLow = false }: Props) {
  const { id, useUnavailable } = row.invitation
  const confirm = useConfirmInvitation(row.invitation)
  const showsClashes = step === 'confirm' && useUnavailable
  const press = () => {
    if (showsClashes) return goTo(bookingViewPath(id))
    return step === 'confirm' ? confirm.act() : goTo(bookingViewPath(id, undefined, step))
  }
  const shown = showsClashes ? '去确认' : text
  return (
    <View className={isLow ? styles.low : styles.step}>
      <Button size="s" busy={confirm.isPending} label={`${shown}，${titleOf(row)}`} onPress={press}>
        {shown}
      </Button>
    </View>
  )
}
