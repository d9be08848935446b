import { View } from '@tarojs/components'
import { Chip } from '../../../../ui/chip'
import { Field } from '../../../../ui/field'
import { semantics } from '../../../../ui/semantics'
import styles from './reason-row.module.scss'

/** Why the coach has no time: one of the usual reasons, or 自定义 with the coach's own text. */
export type Reason = { name: (typeof REASONS)[number] | undefined; own: string }

const OWN = '自定义'
const REASONS = ['午休', '休假', OWN] as const
/** Source: `reason` of the call. */
const MAX_LENGTH = 20

/** Returns the reason as it is sent; empty for none. */
export function reasonText({ name, own }: Reason): string {
  return name === OWN ? own.trim() : (name ?? '')
}

/** Chooses why the time is locked. Only the coach reads it. */
export function ReasonRow({ reason, onChange }: { reason: Reason; onChange: (reason: Reason) => void }) {
  return (
    <View className={styles.row}>
      <View className={styles.chips} {...semantics({ role: 'group', label: '原因' })}>
        <View className={styles.label} {...semantics({ hidden: true })}>
          原因
        </View>
        {REASONS.map((name) => (
          <Chip
            key={name}
            onCard
            on={reason.name === name}
            onPress={() => onChange({ ...reason, name: reason.name === name ? undefined : name })}
          >
            {name}
          </Chip>
        ))}
      </View>
      {reason.name === OWN && (
        <Field
          label="原因，只有自己看得到"
          value={reason.own}
          maxLength={MAX_LENGTH}
          placeholder="例如 比赛、带队"
          onInput={(own) => onChange({ ...reason, own })}
        />
      )}
    </View>
  )
}
