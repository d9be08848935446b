import type { Address } from '@paidang/api/areas/people/addresses'
import { errors } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { MAX_ADDRESSES } from '@paidang/domain/areas/people/addresses/address'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { addrsAddPath, addrsEditPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showFailed } from '../../../platform/toast'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardControls, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { RadioMark } from '../../../ui/radio-mark'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { maskedPhone, placeOfAddress } from './address-format'
import { useAddresses, useDeleteAddress, useSetDefaultAddress } from './addresses-data'
import styles from './addresses-view.module.scss'
import { chooseDeliveryAddress, useDeliveryAddress } from './delivery-address'

/** 收货地址. With `choose` one press chooses the delivery address and goes back. */
export function AddressesView({ choose }: { choose?: string | undefined }) {
  const isLoggedIn = useUserId() !== null
  const chooses = choose === '1'
  return (
    <Page title={chooses ? '选择收货地址' : '收货地址'}>
      {isLoggedIn ? <Addresses chooses={chooses} /> : <SignedOut title={errors.user_not_logged_in.message} />}
    </Page>
  )
}

function Addresses({ chooses }: { chooses: boolean }) {
  const { data, cause, isPending, isFetching, refetch } = useAddresses()
  const showsSkeleton = useSkeleton(isPending)
  usePullDownRefresh(async () => {
    const { error } = await refetch()
    if (error) showFailed(outcomes.listAddresses, error)
    Taro.stopPullDownRefresh()
  })
  if (showsSkeleton) return <ListSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="收货地址没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  }
  const add = () => goTo(addrsAddPath())
  if (data.length === 0) {
    return (
      <Empty title="还没有收货地址" line="上门取送和商城下单时会用到" action={{ text: '新增地址', onPress: add }} />
    )
  }
  const isFull = data.length >= MAX_ADDRESSES
  return (
    <>
      <RefreshBar on={isFetching} />
      <View className="grow">
        <List rows={data} chooses={chooses} />
      </View>
      <ActionBar
        actions={
          <Button full disabled={isFull} reason={errors.addresses_too_many.message} onPress={add}>
            新增地址
          </Button>
        }
      />
    </>
  )
}

function List({ rows, chooses }: { rows: readonly Address[]; chooses: boolean }) {
  const { address: chosen } = useDeliveryAddress()
  const take = (id: string) => {
    chooseDeliveryAddress(id)
    back()
  }
  return (
    <CardStack list="收货地址">
      {rows.map((address) => (
        <View key={address.id} {...semantics({ role: 'listitem' })}>
          <AddressCard
            address={address}
            isChosen={address.id === chosen?.id}
            onChoose={chooses ? () => take(address.id) : undefined}
          />
        </View>
      ))}
    </CardStack>
  )
}

function ListSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={136} radius={16} />
        <Skeleton height={136} radius={16} />
        <Skeleton height={136} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}

type CardProps = {
  address: Address
  /** Whether deliveries go to this address. */
  isChosen: boolean
  /** Makes the card one target that chooses it; absent where nothing can be chosen. */
  onChoose: (() => void) | undefined
}

/** An address with its actions. */
function AddressCard({ address, isChosen, onChoose }: CardProps) {
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
      <View className="row-12">
        <View className="grow">
          <View className={styles.who}>
            <View className="t-headline">{name}</View>
            <View className="t-sub muted">{maskedPhone(phone)}</View>
            {isDefault && <Tag kind="brand">默认</Tag>}
          </View>
          <View className={classNames(styles.place, 'mt-4 t-body')}>{place}</View>
        </View>
        {onChoose && <RadioMark on={isChosen} />}
      </View>
      <CardControls className={classNames(styles.foot, 'wrap-12 mt-12')}>
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
