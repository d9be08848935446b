import { PRODUCT_SORT_NAMES, PRODUCT_SORTS, type ProductSort } from '@paidang/domain/areas/shop/product'
import { View } from '@tarojs/components'
import { Chip } from '../../../../ui/chip'
import { classNames } from '../../../../ui/class-names'
import { pressable, roving, semantics } from '../../../../ui/semantics'
import type { ProductFilters } from '../shop-data'
import styles from './sort-bar.module.scss'

type Sorting = Pick<ProductFilters, 'order' | 'direction' | 'inStock'>

const DIRECTION_LABELS = { asc: '从低到高', desc: '从高到低' }

/** 综合 销量 价格 促销, and the filter for available products. A second press on 价格 reverses the order. */
export function SortBar({ order, direction, inStock, onChange }: Sorting & { onChange: (next: Sorting) => void }) {
  const choose = (key: ProductSort) => onChange({ order: key, direction: 'asc', inStock })
  const press = (key: ProductSort) => {
    if (key !== order) choose(key)
    else if (key === 'price') onChange({ order, direction: direction === 'asc' ? 'desc' : 'asc', inStock })
  }
  return (
    <View className={styles.bar}>
      <View
        className={styles.sorts}
        {...semantics({ role: 'radiogroup', label: '排序' })}
        {...roving({ keys: PRODUCT_SORTS, value: order, onChange: (key) => choose(key as ProductSort) })}
      >
        {PRODUCT_SORTS.map((key) => {
          const isOn = key === order
          return (
            <View
              key={key}
              className={classNames(styles.sort, isOn && styles.on)}
              data-key={key}
              {...pressable({
                role: 'radio',
                checked: isOn,
                tabIndex: isOn ? 0 : -1,
                label: key === 'price' && isOn ? `价格，${DIRECTION_LABELS[direction]}` : undefined,
                onPress: () => press(key),
              })}
            >
              {PRODUCT_SORT_NAMES[key]}
              {key === 'price' && (
                <View className={styles.arrows}>
                  <View className={classNames(styles.up, isOn && direction === 'asc' && styles.lit)} />
                  <View className={classNames(styles.down, isOn && direction === 'desc' && styles.lit)} />
                </View>
              )}
            </View>
          )
        })}
      </View>
      <Chip onCard on={inStock} onPress={() => onChange({ order, direction, inStock: !inStock })}>
        只看有货
      </Chip>
    </View>
  )
}
