import type { Address } from '@paidang/api/areas/addresses'
import { errors } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { MAX_ADDRESSES } from '@paidang/domain/areas/addresses/address'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { addrsAddPath } from '../../../paths'
import { back, goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showFailed } from '../../../platform/toast'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useAddresses } from './addresses-data'
import styles from './addresses-view.module.scss'
import { chooseDeliveryAddress, useDeliveryAddress } from './delivery-address'
import { AddressCard } from './parts/address-card'

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
      <View className={styles.list}>
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
