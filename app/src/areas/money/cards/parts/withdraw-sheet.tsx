import type { Withdrawal } from '@paidang/api/areas/cards'
import { WITHDRAWAL_DAYS } from '@paidang/domain/areas/cards/stored-card'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { KeyValues } from '../../../../ui/key-values'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { dateText, momentText } from '../../../../ui/time-format'
import { useWithdraw } from '../cards-data'
import styles from './withdraw-sheet.module.scss'

type Props = { cardId: string; withdrawals: readonly Withdrawal[]; open: boolean; onClose: () => void }

/** 退款: for each top-up the refund, and the gift that is lost with it, before the button. */
export function WithdrawSheet({ cardId, withdrawals, open, onClose }: Props) {
  const { act: withdraw, isPending } = useWithdraw()
  const [chosenId, setChosenId] = useState<string>()
  const now = new Date()
  const chosen = withdrawals.find(({ orderId }) => orderId === chosenId) ?? withdrawals[0]
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="充值退款"
      foot={
        chosen && (
          <Button
            full
            kind="danger"
            busy={isPending}
            // A closing sheet sends nothing.
            onPress={() =>
              open && withdraw({ cardId, orderId: chosen.orderId, refundFen: chosen.refundFen }, { onDone: onClose })
            }
          >
            {`退款 ¥${yuanOf(chosen.refundFen)}`}
          </Button>
        )
      }
    >
      {withdrawals.length > 1 && (
        <View {...semantics({ role: 'radiogroup', label: '退哪一笔充值' })}>
          {withdrawals.map((one) => (
            <Cell
              key={one.orderId}
              title={`${dateText(addDays(dayOf(new Date(one.until)), -WITHDRAWAL_DAYS), now)} 的充值`}
              value={`可退 ¥${yuanOf(one.refundFen)}`}
              chosen={one === chosen}
              onPress={() => setChosenId(one.orderId)}
            />
          ))}
        </View>
      )}
      {chosen && (
        <View className={styles.facts}>
          <KeyValues
            rows={[
              { name: '退回本金', value: `¥${yuanOf(chosen.refundFen)}` },
              { name: '失去赠送', value: chosen.lostGiftFen > 0 ? `¥${yuanOf(chosen.lostGiftFen)}` : '无' },
              { name: '退到', value: '原支付方式' },
              { name: '最晚', value: momentText(new Date(chosen.until), now) },
            ]}
          />
        </View>
      )}
    </Sheet>
  )
}
