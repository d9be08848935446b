import type { Category } from '@paidang/api/areas/shop'
import { ScrollView, View } from '@tarojs/components'
import { classNames } from '../../../../ui/class-names'
import { pressable, roving, semantics } from '../../../../ui/semantics'
import styles from './category-rail.module.scss'

/** Key of the products of all categories. */
const ALL = 'all'

type Props = {
  categories: readonly Category[]
  /** Undefined: all of them. */
  value: string | undefined
  onChange: (categoryId: string | undefined) => void
  /** On a desktop: a column, with the number of products in each. */
  isColumn: boolean
}

/**
 * The categories of the shop: on a phone a row that scrolls, so that the products keep their width. On a desktop a
 * column.
 */
export function CategoryRail({ categories, value = ALL, onChange, isColumn }: Props) {
  const total = categories.reduce((sum, { productCount }) => sum + productCount, 0)
  const items = [
    { key: ALL, text: '全部', count: total },
    ...categories.map(({ id, name, productCount }) => ({ key: id, text: name, count: productCount })),
  ]
  const choose = (key: string) => onChange(key === ALL ? undefined : key)
  const rail = (
    <View
      className={isColumn ? styles.column : styles.row}
      {...semantics({ role: 'radiogroup', label: '商品分类' })}
      {...roving({ keys: items.map(({ key }) => key), value, onChange: choose })}
    >
      {items.map(({ key, text, count }) => (
        <View
          key={key}
          className={classNames(styles.item, key === value && styles.on)}
          data-key={key}
          {...pressable({
            id: `category-${key}`,
            role: 'radio',
            checked: key === value,
            tabIndex: key === value ? 0 : -1,
            onPress: () => key !== value && choose(key),
          })}
        >
          {text}
          {isColumn && <View className={styles.count}>{count}</View>}
        </View>
      ))}
    </View>
  )
  if (isColumn) return rail
  return (
    <ScrollView className={styles.scroll} scrollX scrollWithAnimation scrollIntoView={`category-${value}`}>
      {rail}
    </ScrollView>
  )
}
