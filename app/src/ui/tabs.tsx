import { ScrollView, View } from '@tarojs/components'
import { classNames } from './class-names'
import { pressable, roving, semantics } from './semantics'
import styles from './tabs.module.scss'

type Tab<Key extends string> = {
  key: Key
  text: string
  /** A small number next to the text; 0 and absent are hidden. */
  count?: number | string
}

type Props<Key extends string> = {
  items: readonly Tab<Key>[]
  value: Key
  onChange: (key: Key) => void
  /** The name of the group, for screen readers. */
  label: string
}

/** Tabs over a list; they scroll sideways if they do not fit. A long text is cut, so that the next tab is seen. */
export function Tabs<Key extends string>({ items, value, onChange, label }: Props<Key>) {
  return (
    <ScrollView className={styles.scroll} scrollX scrollWithAnimation scrollIntoView={`tab-${value}`}>
      <View
        className={styles.tabs}
        {...semantics({ role: 'tablist', label })}
        {...roving({ keys: items.map(({ key }) => key), value, onChange: (key) => onChange(key as Key) })}
      >
        {items.map(({ key, text, count }) => (
          <View
            key={key}
            className={classNames(styles.tab, key === value && styles.on)}
            data-key={key}
            {...pressable({
              id: `tab-${key}`,
              role: 'tab',
              selected: key === value,
              tabIndex: key === value ? 0 : -1,
              label: count ? `${text} ${count}` : undefined,
              onPress: () => key !== value && onChange(key),
            })}
          >
            <View className={classNames(styles.text, 'one-line')}>{text}</View>
            {count ? <View className={styles.count}>{count}</View> : null}
          </View>
        ))}
      </View>
    </ScrollView>
  )
}
