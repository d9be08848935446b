import type { BallDetail } from '@paidang/api/areas/balls'
import { View } from '@tarojs/components'
import { useUserId } from '../../../../platform/session'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { Price } from '../../../../ui/price'
import { useFeature } from '../../../ground/features/features-data'
import styles from './ball-action-bar.module.scss'
import { ballBar } from './ball-bar'
import type { BallActions } from './use-ball-actions'

type Props = { ball: BallDetail; hasShare: boolean; now: Date; actions: BallActions }

/** The bar at the foot: the amount to pay, a line to read before the press, and the reader's buttons. */
export function BallActionBar({ ball, hasShare, now, actions }: Props) {
  const isLoggedIn = useUserId() !== null
  const takesPayments = useFeature('ballPayments')
  const bar = ballBar(ball, { isLoggedIn, hasShare, takesPayments, now })
  if (!bar) return null
  const { amountFen, line, buttons } = bar
  const words =
    amountFen === undefined && line === undefined ? undefined : (
      <>
        {amountFen !== undefined && <Price amountFen={amountFen} size="l" />}
        {line !== undefined && <View className={amountFen === undefined ? styles.line : styles.small}>{line}</View>}
      </>
    )
  return (
    <ActionBar
      actions={buttons.map(({ key, text, kind = 'filled', disabled, reason }) => (
        <Button
          key={key}
          kind={kind}
          full={words === undefined && (kind === 'filled' || buttons.length === 1)}
          disabled={disabled}
          reason={reason}
          busy={actions.busy[key]}
          share={key === 'invite'}
          onPress={() => actions.press(key)}
        >
          {text}
        </Button>
      ))}
    >
      {words}
    </ActionBar>
  )
}
