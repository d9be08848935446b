import type { StringingOrder } from '@paidang/api/areas/stringing-orders'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '../../../../ui/button'
import { Field } from '../../../../ui/field'
import { Icon } from '../../../../ui/icon'
import { pressable, roving, semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { useRateStringing } from '../stringing-orders-data'
import styles from './order.module.scss'

const STAR_LABELS = ['很不满意', '不满意', '一般', '满意', '非常满意'] as const
const MAX_TEXT = 200

type Props = { order: StringingOrder; open: boolean; onClose: () => void }

/** 评价: one to five stars, and an optional text. The input stays when the call fails. */
export function RateSheet({ order, open, onClose }: Props) {
  const [stars, setStars] = useState(0)
  const [text, setText] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const lacks = stars === 0 ? '请先选择星级' : undefined
  const rate = useRateStringing(order.id)
  // Nothing is sent during the closing animation.
  const send = () => open && rate.act({ stars, text: text.trim() || undefined }, { onDone: onClose })
  const keys = STAR_LABELS.map((_word, index) => String(index + 1))
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`评价${order.merchantName}`}
      foot={
        <Button full busy={rate.isPending} lacks={lacks} onLacking={() => setWasSent(true)} onPress={send}>
          提交评价
        </Button>
      }
    >
      <View className={styles.rate}>
        <View
          className={styles.choice}
          {...semantics({ role: 'radiogroup', label: '星级' })}
          {...roving({ keys, value: String(stars), onChange: (key) => setStars(Number(key)) })}
        >
          {STAR_LABELS.map((word, index) => {
            const star = index + 1
            return (
              <View
                key={word}
                className={styles.star}
                data-key={String(star)}
                {...pressable({
                  role: 'radio',
                  checked: star === stars,
                  label: `${star} 星，${word}`,
                  tabIndex: star === Math.max(stars, 1) ? 0 : -1,
                  onPress: () => setStars(star),
                })}
              >
                <Icon name="star" size={24} fill={star <= stars ? 'solid' : undefined} />
              </View>
            )
          })}
        </View>
        {wasSent && lacks ? (
          <View className={styles.lacks} {...semantics({ role: 'alert' })}>
            {lacks}
          </View>
        ) : (
          <View className={styles.starWord}>{STAR_LABELS[stars - 1] ?? '点星星打分'}</View>
        )}
        <Field
          label="说说这次穿线（选填）"
          value={text}
          maxLength={MAX_TEXT}
          multiline
          placeholder="手感、磅数、速度怎么样"
          onInput={setText}
        />
      </View>
    </Sheet>
  )
}
