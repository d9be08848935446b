import type { CartItem } from '@paidang/api/areas/shop'
import { MIN_QUANTITY } from '@paidang/domain/areas/shop/cart'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { productPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { Checkbox } from '../../../../ui/checkbox'
import { classNames } from '../../../../ui/class-names'
import { Icon } from '../../../../ui/icon'
import { Price } from '../../../../ui/price'
import { pressable } from '../../../../ui/semantics'
import { Stepper } from '../../../../ui/stepper'
import { Tag } from '../../../../ui/tag'
import { isAvailable, limitText, mostOf, stateText } from './cart-labels'
import styles from './cart-row.module.scss'
import { ProductPicture } from './product-picture'

type Props = {
  item: CartItem
  /** The number on screen; it may not have reached the server yet. */
  quantity: number
  /** Why the number was not saved. */
  failure: string | undefined
  isSelecting: boolean
  isRemoving: boolean
  onQuantity: (quantity: number) => void
  onRetry: () => void
  onSelect: (isSelected: boolean) => void
  onRemove: () => void
}

/** A line of the cart: product, tick, quantity, and present state. */
export function CartRow(props: Props) {
  const { item, quantity, failure, isSelecting, isRemoving, onQuantity, onRetry, onSelect, onRemove } = props
  const { productId, name, subtitle, picture, priceFen, seenPriceFen, stock, isSelected, state } = item
  const canHave = isAvailable(item)
  const words = stateText(item)
  const most = mostOf(item)
  const open = pressable({ role: 'link', label: name, onPress: () => goTo(productPath(productId)) })
  return (
    <Card className={styles.row}>
      <View className={styles.tick}>
        <Checkbox
          checked={isSelected && canHave}
          disabled={!canHave}
          busy={isSelecting}
          label={`选择 ${name}`}
          onChange={onSelect}
        />
      </View>
      <View className={styles.body}>
        <View className={styles.top}>
          <View className={styles.product} {...(state === 'REMOVED' ? {} : open)}>
            <ProductPicture src={picture} size={80} faded={!canHave} />
            <View className={styles.words}>
              <View className={classNames(styles.name, !canHave && styles.gone)}>{name}</View>
              {subtitle !== '' && canHave && <View className={styles.subtitle}>{subtitle}</View>}
              {/* A shortage is shown below, next to its action. */}
              {words && state !== 'SHORT' && (
                <View className={styles.state}>
                  <Tag kind={words.kind} icon={null}>
                    {words.text}
                  </Tag>
                </View>
              )}
            </View>
          </View>
          {canHave ? (
            <View
              className={styles.remove}
              {...pressable({ label: `移出 ${name}`, busy: isRemoving, onPress: onRemove })}
            >
              <Icon name="close" size={16} />
            </View>
          ) : (
            <Button kind="plain" size="s" busy={isRemoving} label={`移除 ${name}`} onPress={onRemove}>
              移除
            </Button>
          )}
        </View>
        {canHave && (
          <View className={styles.foot}>
            <View className={styles.prices}>
              <Price amountFen={priceFen} />
              {state === 'PRICE_CHANGED' && <View className={styles.before}>{`¥${yuanOf(seenPriceFen)}`}</View>}
            </View>
            <Stepper
              value={quantity}
              min={MIN_QUANTITY}
              max={Math.max(most, quantity)}
              unit="件"
              label={`${name}的数量`}
              limitLine={quantity === most ? limitText(stock) : undefined}
              onChange={onQuantity}
            />
          </View>
        )}
        {state === 'SHORT' && quantity > most && (
          <View className={styles.help}>
            <View>{words?.text}</View>
            <Button kind="plain" size="s" label={`${name}改为 ${most} 件`} onPress={() => onQuantity(most)}>
              {`改为 ${most} 件`}
            </Button>
          </View>
        )}
        {failure !== undefined && (
          <View className={styles.failed}>
            <View>{`数量没有保存，${failure}`}</View>
            <Button kind="plain" size="s" label={`重新保存 ${name}的数量`} onPress={onRetry}>
              重试
            </Button>
          </View>
        )}
      </View>
    </Card>
  )
}
