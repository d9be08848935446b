import { errors } from '@paidang/api/catalogue/errors'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '../../../../ui/button'
import { Chip } from '../../../../ui/chip'
import { Field } from '../../../../ui/field'
import { Notice } from '../../../../ui/notice'
import { Sheet } from '../../../../ui/sheet'
import styles from './refund-sheet.module.scss'

const MAX_REASON = 100

/** Frequent reasons; a press fills one in. */
const REASONS = ['不想要了', '商品有损坏', '发错商品', '与描述不符']

type Props = {
  open: boolean
  amountFen: Fen
  busy: boolean
  /** Why the last press was refused. */
  refusal: string | undefined
  onClose: () => void
  onAsk: (reason: string) => void
}

/** 申请退款: the reason, and the refund after the shop's approval. */
export function RefundSheet({ open, amountFen, busy, refusal, onClose, onAsk }: Props) {
  const [reason, setReason] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const lacks = reason.trim() === '' ? errors.shop_reason_missing.message : undefined
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="申请退款"
      foot={
        <Button full busy={busy} lacks={lacks} onLacking={() => setWasSent(true)} onPress={() => onAsk(reason.trim())}>
          提交申请
        </Button>
      }
    >
      <View className={styles.body}>
        {refusal !== undefined && (
          <Notice tone="bad" icon="warning">
            {refusal}
          </Notice>
        )}
        <View className={styles.line}>{`商家同意后退回 ¥${yuanOf(amountFen)}`}</View>
        <View className={styles.chips}>
          {REASONS.map((text) => (
            <Chip key={text} onCard on={reason === text} onPress={() => setReason(text)}>
              {text}
            </Chip>
          ))}
        </View>
        <Field
          label="退款原因"
          multiline
          placeholder="说说原因，商家会尽快处理"
          value={reason}
          maxLength={MAX_REASON}
          error={wasSent ? lacks : undefined}
          onInput={setReason}
        />
      </View>
    </Sheet>
  )
}
