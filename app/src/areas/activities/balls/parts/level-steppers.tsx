import { View } from '@tarojs/components'
import { Stepper } from '../../../../ui/stepper'
import styles from './level-steppers.module.scss'

type Props = { from: number; to: number; onChange: (range: { levelFrom: number; levelTo: number }) => void }

const LOWEST = 1
const HIGHEST = 7
const STEP = 0.5
const oneDecimal = (level: number) => level.toFixed(1)

/** Chooses a range of levels, 1.0 to 7.0 in steps of 0.5. The lower end stays at or below the upper one. */
export function LevelSteppers({ from, to, onChange }: Props) {
  return (
    <View className="chips-12">
      <View className={styles.half}>
        <View className="mb-4 t-sub muted">最低</View>
        <Stepper
          label="最低等级"
          value={from}
          min={LOWEST}
          max={to}
          step={STEP}
          text={oneDecimal}
          unit=""
          onChange={(levelFrom) => onChange({ levelFrom, levelTo: to })}
        />
      </View>
      <View className={styles.half}>
        <View className="mb-4 t-sub muted">最高</View>
        <Stepper
          label="最高等级"
          value={to}
          min={from}
          max={HIGHEST}
          step={STEP}
          text={oneDecimal}
          unit=""
          onChange={(levelTo) => onChange({ levelFrom: from, levelTo })}
        />
      </View>
    </View>
  )
}
