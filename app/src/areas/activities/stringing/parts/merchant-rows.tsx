import type { MerchantSummary } from '@paidang/api/areas/stringing'
import { View } from '@tarojs/components'
import { CardStack } from '../../../../ui/card'
import { ErrorBlock } from '../../../../ui/error-block'
import { ListEnd, useNextPageAtBottom } from '../../../../ui/paged-list'
import { semantics } from '../../../../ui/semantics'
import { RefreshBar, useSkeleton } from '../../../../ui/skeleton'
import type { useMerchants } from '../merchant-data'
import { MerchantCard } from './merchant-card'
import { MerchantCardSkeletons } from './merchant-card-skeletons'

type Props = {
  list: ReturnType<typeof useMerchants>
  /** Shown when there are none. */
  empty: JSX.Element
}

/** A list of shops; the next page is loaded at the foot. */
export function MerchantRows({ list, empty }: Props) {
  const { data, cause, isPending, isFetching, isFetchingNextPage } = list
  const showsSkeleton = useSkeleton(isPending)
  useNextPageAtBottom(list)
  if (showsSkeleton) return <MerchantCardSkeletons count={4} />
  if (!data) {
    if (!cause) return null
    return <ErrorBlock title="穿线商家没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} />
  }
  if (data.rows.length === 0) return empty
  return (
    <View>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <CardStack list="穿线商家">
        {data.rows.map((merchant: MerchantSummary) => (
          <View key={merchant.id} {...semantics({ role: 'listitem' })}>
            <MerchantCard merchant={merchant} />
          </View>
        ))}
      </CardStack>
      <ListEnd list={list} of="商家" />
    </View>
  )
}
