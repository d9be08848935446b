import type { Address } from '@paidang/api/areas/addresses'
import { View } from '@tarojs/components'
import { addrsEditPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card, CardControls } from '../../../../ui/card'
import { confirm } from '../../../../ui/confirm'
import { RadioMark } from '../../../../ui/radio-mark'
import { Tag } from '../../../../ui/tag'
import { maskedPhone, placeOfAddress } from '../address-format'
import { useDeleteAddress, useSetDefaultAddress } from '../addresses-data'
import { chooseDeliveryAddress } from '../delivery-address'
import styles from './address-card.module.scss'

type Props = {
  address: Address
  /** Whether deliveries go to this address. */
  isChosen: boolean
  /** Makes the card one target that chooses it; absent where nothing can be chosen. */
  onChoose: (() => void) | undefined
}

/** An address with its actions. */
export function AddressCard({ address, isChosen, onChoose }: Props) {
  const { id, name, phone, isDefault } = address
  const setDefault = useSetDefaultAddress(id)
  const remove = useDeleteAddress(address)
  const place = placeOfAddress(address)
  const press = onChoose && { onPress: onChoose, label: `送到${name}，${place}` }
  const askToDelete = async () => {
    const isSure = await confirm({
      title: '删除这个地址？',
      line: `${name} ${maskedPhone(phone)}，${place}`,
      confirmText: '删除',
      danger: true,
    })
    if (isSure) remove.act(undefined)
  }
  return (
    <Card holdsControls {...press}>
      <View className={styles.top}>
        <View className={styles.words}>
          <View className={styles.who}>
            <View className={styles.name}>{name}</View>
            <View className={styles.phone}>{maskedPhone(phone)}</View>
            {isDefault && <Tag kind="brand">默认</Tag>}
          </View>
          <View className={styles.place}>{place}</View>
        </View>
        {onChoose && <RadioMark on={isChosen} />}
      </View>
      <CardControls className={styles.foot}>
        <View className={styles.left}>
          {!isDefault && (
            <Button
              kind="ghost"
              size="s"
              busy={setDefault.isPending}
              disabled={remove.isPending}
              label={`把${name}的地址设为默认`}
              // The new default replaces the chosen delivery address.
              onPress={() => setDefault.act(undefined, { onDone: () => chooseDeliveryAddress(null) })}
            >
              设为默认
            </Button>
          )}
        </View>
        <Button
          kind="plain"
          size="s"
          disabled={remove.isPending}
          label={`修改${name}的地址`}
          onPress={() => goTo(addrsEditPath(id))}
        >
          修改
        </Button>
        <Button
          kind="danger"
          size="s"
          busy={remove.isPending}
          disabled={setDefault.isPending}
          label={`删除${name}的地址`}
          onPress={askToDelete}
        >
          删除
        </Button>
      </CardControls>
    </Card>
  )
}
