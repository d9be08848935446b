import type { MerchantSort } from '@paidang/api/areas/stringing'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { ScrollView, View } from '@tarojs/components'
import { useShareAppMessage } from '@tarojs/taro'
import { useState } from 'react'
import { threadingListPath, threadingPath } from '../../../paths'
import { STRINGING_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { useNearPoint } from '../../../platform/near-point'
import { CardStack, SectionHead } from '../../../ui/card'
import { Chip } from '../../../ui/chip'
import { Empty } from '../../../ui/empty'
import { Page } from '../../../ui/page'
import { usePullOf } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { Settled } from '../../../ui/settled'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton'
import { useMerchants } from './merchant-data'
import styles from './merchant-list-view.module.scss'
import { LocationHint } from './parts/location-hint'
import { MerchantCardSkeletons } from './parts/merchant-card-skeletons'
import { MerchantRows } from './parts/merchant-rows'
import { RacketHero } from './parts/racket-hero'
import { RunningJobs } from './parts/running-jobs'
import { ALL_SHOPS, SORTS, shopFilters, sortOf } from './parts/shop-filters'
import { useRackets, useRunningJobs } from './racket-data'

const KEYS = [STRINGING_KEY]

/** 穿线: the state of the reader's racket, running orders, and the shops, which are open to everybody. */
export function MerchantListView() {
  useShareAppMessage(() => ({ title: '附近穿线，选线选磅数', path: threadingPath() }))
  useFreshOnShow(KEYS)
  const own = [useRackets(), useRunningJobs()]
  return (
    <Page title="穿线" tab>
      <Settled pending={own.some(({ isLoading }) => isLoading)} skeleton={<TabSkeleton />}>
        <CardStack className={styles.own}>
          <RacketHero />
          <RunningJobs />
        </CardStack>
        <Shops />
      </Settled>
    </Page>
  )
}

function TabSkeleton() {
  return (
    <>
      <SkeletonGroup>
        <CardStack>
          <Skeleton height={128} radius={16} />
        </CardStack>
      </SkeletonGroup>
      <MerchantCardSkeletons count={3} />
    </>
  )
}

function Shops() {
  const near = useNearPoint()
  const { point } = near
  const [sort, setSort] = useState<MerchantSort>()
  const [hasCourier, setHasCourier] = useState(false)
  const list = useMerchants(shopFilters({ ...ALL_SHOPS, sort, hasCourier }, point))
  usePullOf(list, outcomes.listMerchants)
  const choose = async (key: MerchantSort) => {
    if (key !== 'distance' || point || (await near.findOut())) setSort(key)
  }
  const all = { text: '全部商家', onPress: () => goTo(threadingListPath()) }
  return (
    <>
      <SectionHead title={point ? '附近商家' : '穿线商家'} more={all} />
      <ScrollView className={styles.scroll} scrollX enhanced showScrollbar={false}>
        <View className={styles.chips} {...semantics({ role: 'group', label: '排序和筛选' })}>
          {SORTS.map(({ key, text }) => (
            <Chip key={key} on={key === sortOf(sort, point)} onPress={() => choose(key)}>
              {text}
            </Chip>
          ))}
          <Chip on={hasCourier} onPress={() => setHasCourier(!hasCourier)}>
            可上门取送
          </Chip>
        </View>
      </ScrollView>
      <LocationHint near={near} />
      <MerchantRows
        list={list}
        empty={
          hasCourier ? (
            <Empty title="没有可上门取送的商家" action={{ text: '看全部商家', onPress: () => setHasCourier(false) }} />
          ) : (
            <Empty title="附近没有穿线师" line="有商家入驻时会出现在这里" />
          )
        }
      />
    </>
  )
}
