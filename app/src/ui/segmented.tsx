import { View } from '@tarojs/components'
import { classNames } from './class-names'
import styles from './segmented.module.scss'
import { pressable, roving, semantics } from './semantics'

type Props<Key extends string> = {
  items: readonly { key: Key; text: string }[]
  value: Key
  onChange: (key: Key) => void
  /** The name of the choice, for screen readers. */
  label: string
  /** `hero` is the narrow form for the green ground. */
  tone?: 'plain' | 'hero'
}

/** Two or three choices side by side, one of them active; none where `value` names none. */
export function Segmented<Key extends string>({ items, value, onChange, label, tone = 'plain' }: Props<Key>) {
  const chosen = items.find(({ key }) => key === value)?.key
  return (
    <View
      className={classNames(styles.group, styles[tone])}
      {...semantics({ role: 'radiogroup', label })}
      {...roving({ keys: items.map(({ key }) => key), value, onChange: (key) => onChange(key as Key) })}
    >
      {items.map(({ key, text }) => (
        <View
          key={key}
          className={classNames(styles.item, key === value && styles.on)}
          data-key={key}
          {...pressable({
            role: 'radio',
            checked: key === value,
            // Before a choice the keyboard reaches the first one.
            tabIndex: key === (chosen ?? items[0]?.key) ? 0 : -1,
            onPress: () => key !== value && onChange(key),
          })}
        >
          {text}
        </View>
      ))}
    </View>
  )
}
