import { View } from '@tarojs/components'
import { useEffect, useRef } from 'react'
import { classNames } from './class-names'
import { Icon } from './icon'
import { pressable, semantics } from './semantics'
import styles from './stepper.module.scss'

type Props = {
  value: number
  min: number
  max: number
  step?: number
  /** Formats the number. */
  text?: (value: number) => string
  unit: string
  /** What is counted, for screen readers. */
  label: string
  /** The texts for a reached limit. */
  limits?: { min: string; max: string }
  /** A text for the limit from the caller, while it is given. */
  limitLine?: string | undefined
  onChange: (value: number) => void
}

/** A long press repeats after this delay, then at this interval. Source: design "Stepper". */
const REPEAT_AFTER_MS = 400
const REPEAT_EVERY_MS = 100

/** A number with a button at each side. At a limit its button is disabled, and a line may show the limit. */
export function Stepper({ value, min, max, step = 1, text = String, unit, label, limits, limitLine, onChange }: Props) {
  const clamped = (next: number) => Math.min(max, Math.max(min, next))
  const limit = limitLine ?? (limits && (value <= min ? limits.min : value >= max ? limits.max : undefined))
  return (
    <View className={styles.field}>
      <View className={styles.stepper} {...semantics({ role: 'group', label })}>
        <StepButton
          icon="minus"
          label={`减少${label}`}
          disabled={value <= min}
          onStep={() => onChange(clamped(value - step))}
        />
        <View className={styles.value} {...semantics({ live: 'polite' })}>
          {text(value)}
          <View className={styles.unit}>{unit}</View>
        </View>
        <StepButton
          icon="plus"
          label={`增加${label}`}
          disabled={value >= max}
          onStep={() => onChange(clamped(value + step))}
        />
      </View>
      {limit && <View className={styles.limit}>{limit}</View>}
    </View>
  )
}

type StepProps = { icon: 'minus' | 'plus'; label: string; disabled: boolean; onStep: () => void }

function StepButton({ icon, label, disabled, onStep }: StepProps) {
  const latest = useRef({ onStep, disabled })
  latest.current = { onStep, disabled }
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const hasRepeated = useRef(false)
  const release = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hold = () => {
    release()
    hasRepeated.current = false
    const repeat = () => {
      if (latest.current.disabled) return
      hasRepeated.current = true
      latest.current.onStep()
      timer.current = setTimeout(repeat, REPEAT_EVERY_MS)
    }
    timer.current = setTimeout(repeat, REPEAT_AFTER_MS)
  }
  const cancel = () => {
    release()
    hasRepeated.current = false
  }
  const press = () => {
    // The end of a long press is no step of its own.
    if (!hasRepeated.current) onStep()
    hasRepeated.current = false
  }
  return (
    <View
      className={classNames(styles.button, disabled && styles.disabled)}
      {...pressable({ label, disabled, onPress: press })}
      onTouchStart={hold}
      onTouchEnd={release}
      onTouchCancel={cancel}
    >
      <Icon name={icon} size={18} />
    </View>
  )
}
