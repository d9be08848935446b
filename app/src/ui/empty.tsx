import { View } from '@tarojs/components'
import { Button } from './button'
import { Drawing, type DrawingName } from './drawing'
import styles from './empty.module.scss'
import { semantics } from './semantics'

/** A next step from here. */
type Way = { text: string; onPress: () => void; busy?: boolean }

type Props = {
  /** court: nothing here yet; net: something failed; lock: not allowed. */
  drawing?: DrawingName
  title: string
  line?: string
  action?: Way
  /** A second, plain step. */
  second?: Way
  /** Inside a card instead of a page. */
  compact?: boolean
}

/** Says that nothing is here, why, and what the user can do. */
export function Empty({ drawing = 'court', title, line, action, second, compact }: Props) {
  return (
    <View className={compact ? styles.compact : styles.empty}>
      <Drawing name={drawing} />
      <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
        {title}
      </View>
      {line && <View className={styles.line}>{line}</View>}
      {(action || second) && (
        <View className={styles.ways}>
          {action && (
            <Button onPress={action.onPress} busy={action.busy}>
              {action.text}
            </Button>
          )}
          {second && (
            <Button kind="plain" onPress={second.onPress} busy={second.busy}>
              {second.text}
            </Button>
          )}
        </View>
      )}
    </View>
  )
}
