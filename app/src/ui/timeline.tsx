import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { Icon, type IconName } from './icon'
import { semantics } from './semantics'
import styles from './timeline.module.scss'

/** One step of a process. */
export type Step = {
  key: string
  text: string
  /** done: a tick on green; current: its icon on lime; todo: its icon on grey. */
  state: 'done' | 'current' | 'todo'
  icon: IconName
  /** The time of the step, or the time left. */
  time?: ReactNode
  /** A remark below, in the vertical form only. */
  remark?: ReactNode
}

const STATE_LABELS: Record<Step['state'], string> = { done: '已完成', current: '当前', todo: '未开始' }

/** A process as a record, from top to bottom: text left, time right, remark below. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <View className={styles.timeline} {...semantics({ role: 'list' })}>
      {steps.map((step) => (
        <View key={step.key} className={classNames(styles.row, styles[step.state])} {...stepText(step)}>
          <Mark step={step} />
          <View className={styles.words}>
            <View className={styles.line}>
              <View className={styles.text}>{step.text}</View>
              {step.time && <View className={styles.time}>{step.time}</View>}
            </View>
            {step.remark !== undefined && <View className={styles.remark}>{step.remark}</View>}
          </View>
        </View>
      ))}
    </View>
  )
}

/** A process as a summary, from left to right; five steps fit. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <View className={styles.steps} {...semantics({ role: 'list' })}>
      {steps.map((step) => (
        <View key={step.key} className={classNames(styles.step, styles[step.state])} {...stepText(step)}>
          <Mark step={step} />
          <View className={styles.text}>{step.text}</View>
          <View className={styles.time}>{step.time}</View>
        </View>
      ))}
    </View>
  )
}

function Mark({ step }: { step: Step }) {
  return (
    <View className={styles.mark}>
      <Icon name={step.state === 'done' ? 'check' : step.icon} size={12} label={STATE_LABELS[step.state]} />
    </View>
  )
}

function stepText(step: Step) {
  return semantics({ role: 'listitem', current: step.state === 'current' ? 'step' : undefined })
}
