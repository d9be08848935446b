import { View } from '@tarojs/components'
import { Icon } from '../../../ui/icon'
import { semantics } from '../../../ui/semantics'
import styles from './field-error.module.scss'

/** What is wrong with a choice, below it; nothing while nothing is. */
export function FieldError({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <View className={styles.error} {...semantics({ role: 'alert' })}>
      <Icon name="warning" size={14} />
      {text}
    </View>
  )
}
