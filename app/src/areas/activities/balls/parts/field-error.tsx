import { View } from '@tarojs/components'
import { Icon } from '../../../../ui/icon'
import { semantics } from '../../../../ui/semantics'
import styles from './field-error.module.scss'

/** Shows what is wrong with a field, below it; nothing when it is correct. */
export function FieldError({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <View className={styles.error} {...semantics({ role: 'alert' })}>
      <Icon name="warning" size={14} />
      {text}
    </View>
  )
}
