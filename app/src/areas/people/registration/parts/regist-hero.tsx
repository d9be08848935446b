import { View } from '@tarojs/components'
import { classNames } from '../../../../ui/class-names'
import { semantics } from '../../../../ui/semantics'
import styles from './regist-hero.module.scss'

type Props = {
  title: string
  line: string
  /** The steps by name, and the current one. */
  steps?: { names: readonly string[]; at: number }
}

/** The green head of the registration: the title, a line of text, and the progress. */
export function RegistHero({ title, line, steps }: Props) {
  return (
    <View className={styles.hero}>
      <View className={styles.title}>{title}</View>
      <View className={styles.line}>{line}</View>
      {steps && (
        <View className={styles.steps} {...semantics({ role: 'list', label: '注册进度' })}>
          {steps.names.map((name, place) => (
            <View
              key={name}
              className={classNames(styles.step, place < steps.at && styles.done, place === steps.at && styles.current)}
              {...semantics({ role: 'listitem', current: place === steps.at ? 'step' : undefined })}
            >
              <View className={styles.bar} />
              {`${place + 1} ${name}`}
            </View>
          ))}
        </View>
      )}
    </View>
  )
}
