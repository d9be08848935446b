import type { Merchant, Racket, StringingService } from '@paidang/api/areas/stringing'
import { KNOTS, MAX_NOTES, PRE_STRETCHES } from '@paidang/domain/areas/stringing/string-job'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { Card, CardHead } from '../../../../ui/card'
import { Chip } from '../../../../ui/chip'
import { Field } from '../../../../ui/field'
import { Segmented } from '../../../../ui/segmented'
import { semantics } from '../../../../ui/semantics'
import styles from './form.module.scss'
import { extrasFor, type JobForm, laboursFor } from './stringing-form'

type Props = {
  form: JobForm
  racket: Racket
  merchant: Merchant
  onChange: (change: Partial<JobForm>) => void
}

const STRETCHES = PRE_STRETCHES.map((percent) => ({
  key: String(percent),
  text: percent === 0 ? '不拉伸' : `${percent}%`,
  percent,
}))
const TIES = KNOTS.map((knots) => ({ key: String(knots), text: `${knots} 结`, knots }))

/** 穿线要求: labour, extras, pre-stretch and knots, and a note to the shop. */
export function ServicesCard({ form, racket, merchant, onChange }: Props) {
  const labours = laboursFor(racket, merchant)
  const extras = extrasFor(racket, merchant)
  const toggle = ({ id }: StringingService) =>
    onChange({
      extraIds: form.extraIds.includes(id) ? form.extraIds.filter((one) => one !== id) : [...form.extraIds, id],
    })
  return (
    <Card className={styles.fields}>
      <CardHead title="穿线要求" />
      {labours.length > 1 && (
        <View {...semantics({ role: 'group', label: '工费' })}>
          <View className={styles.caption}>工费</View>
          <View className={styles.chips}>
            {labours.map((labour) => (
              <Chip
                key={labour.id}
                onCard
                on={labour.id === form.serviceId}
                onPress={() => onChange({ serviceId: labour.id })}
              >
                {`${labour.name} ¥${yuanOf(labour.priceFen)}`}
              </Chip>
            ))}
          </View>
        </View>
      )}
      {extras.length > 0 && (
        <View {...semantics({ role: 'group', label: '加项' })}>
          <View className={styles.caption}>加项（可选）</View>
          <View className={styles.chips}>
            {extras.map((extra) => (
              <Chip key={extra.id} onCard on={form.extraIds.includes(extra.id)} onPress={() => toggle(extra)}>
                {`${extra.name} +¥${yuanOf(extra.priceFen)}`}
              </Chip>
            ))}
          </View>
        </View>
      )}
      <View className={styles.caption}>预拉伸</View>
      <Segmented
        label="预拉伸"
        items={STRETCHES}
        value={String(form.preStretch)}
        onChange={(key) => {
          const chosen = STRETCHES.find((stretch) => stretch.key === key)
          if (chosen) onChange({ preStretch: chosen.percent })
        }}
      />
      <View className={styles.caption}>打结</View>
      <Segmented
        label="打结"
        items={TIES}
        value={String(form.knots)}
        onChange={(key) => {
          const chosen = TIES.find((tie) => tie.key === key)
          if (chosen) onChange({ knots: chosen.knots })
        }}
      />
      <Field
        label="备注（选填）"
        value={form.notes}
        maxLength={MAX_NOTES}
        multiline
        placeholder="例如 换护线管，横线先穿顶部"
        onInput={(notes) => onChange({ notes })}
      />
    </Card>
  )
}
