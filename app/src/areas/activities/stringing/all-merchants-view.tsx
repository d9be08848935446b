import type { MerchantSort } from '@paidang/api/areas/activities/stringing'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { SPORT_NAMES, SPORTS } from '@paidang/domain/kernel/sport'
import { ScrollView, View } from '@tarojs/components'
import { useState } from 'react'
import { useNearPoint } from '../../../platform/near-point'
import { useSettled } from '../../../platform/use-settled'
import { Chip } from '../../../ui/chip'
import { Empty } from '../../../ui/empty'
import { SearchField } from '../../../ui/field'
import { Page } from '../../../ui/page'
import { usePullOf } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import styles from './all-merchants-view.module.scss'
import { useMerchants } from './merchant-data'
import { MerchantRows } from './parts/merchant-rows'
import {
  ALL_SHOPS,
  type ChosenShops,
  cutsShops,
  LocationHint,
  PlaceSheet,
  SORTS,
  shopFilters,
  sortOf,
} from './parts/shop-filters'

/** 穿线商家: all shops, with search, filters and sorting. */
export function AllMerchantsView() {
  return (
    <Page title="穿线商家">
      <AllMerchants />
    </Page>
  )
}

function AllMerchants() {
  const near = useNearPoint()
  const [chosen, setChosen] = useState(ALL_SHOPS)
  const [isChoosingPlace, setIsChoosingPlace] = useState(false)
  const list = useMerchants(shopFilters({ ...chosen, keyword: useSettled(chosen.keyword) }, near.point))
  usePullOf(list, outcomes.listMerchants)
  const set = (change: Partial<ChosenShops>) => setChosen((before) => ({ ...before, ...change }))
  const sortBy = async (sort: MerchantSort) => {
    if (sort !== 'distance' || near.point || (await near.findOut())) set({ sort })
  }
  const { sport, place, hasCourier, keyword } = chosen
  const sort = sortOf(chosen.sort, near.point)
  return (
    <>
      <View className="in-12-0">
        <SearchField value={keyword} onInput={(typed) => set({ keyword: typed })} placeholder="商家名称、地址" />
      </View>
      <ScrollView className={styles.scroll} scrollX enhanced showScrollbar={false}>
        <View className={styles.chips} {...semantics({ role: 'group', label: '筛选商家' })}>
          <Chip opens on={place !== undefined} onPress={() => setIsChoosingPlace(true)}>
            {place ? `${place.city}${place.district}` : '地点'}
          </Chip>
          {SPORTS.map((name) => (
            <Chip key={name} on={name === sport} onPress={() => set({ sport: name === sport ? undefined : name })}>
              {SPORT_NAMES[name]}
            </Chip>
          ))}
          <Chip on={hasCourier} onPress={() => set({ hasCourier: !hasCourier })}>
            可上门取送
          </Chip>
        </View>
      </ScrollView>
      <ScrollView className={styles.scroll} scrollX enhanced showScrollbar={false}>
        <View className={styles.chips} {...semantics({ role: 'group', label: '排序' })}>
          {SORTS.map(({ key, text }) => (
            <Chip key={key} on={key === sort} onPress={() => sortBy(key)}>
              {text}
            </Chip>
          ))}
        </View>
      </ScrollView>
      <LocationHint near={near} />
      <MerchantRows
        list={list}
        empty={
          cutsShops(chosen) ? (
            <Empty
              title="没有符合条件的商家"
              line="换个名称或地区试试"
              action={{ text: '清除筛选', onPress: () => setChosen(ALL_SHOPS) }}
            />
          ) : (
            <Empty title="还没有穿线商家" line="有商家入驻时会出现在这里" />
          )
        }
      />
      {isChoosingPlace && (
        <PlaceSheet
          open
          value={place}
          onChoose={(input) => set({ place: input })}
          onClose={() => setIsChoosingPlace(false)}
        />
      )}
    </>
  )
}
