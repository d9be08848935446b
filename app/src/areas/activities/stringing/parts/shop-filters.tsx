import type { MerchantSort } from '@paidang/api/areas/activities/stringing'
import type { Sport } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { useState } from 'react'
import type { useNearPoint } from '../../../../platform/near-point'
import type { Point } from '../../../../platform/place'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Field } from '../../../../ui/field'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { officialCity } from '../../../places/venues/venue-labels'
import type { MerchantFilters } from '../merchant-data'
import styles from './shop-filters.module.scss'

/** The ways to sort shops. */
export const SORTS: readonly { key: MerchantSort; text: string }[] = [
  { key: 'distance', text: '最近' },
  { key: 'fastest', text: '最快取拍' },
  { key: 'rating', text: '评分' },
]

/** The reader's filters. Without a sort the nearest shops come first where the location is known, else the best. */
export type ChosenShops = {
  keyword: string
  sport: Sport | undefined
  place: PlaceFilter
  hasCourier: boolean
  sort: MerchantSort | undefined
}

export const ALL_SHOPS: ChosenShops = {
  keyword: '',
  sport: undefined,
  place: undefined,
  hasCourier: false,
  sort: undefined,
}

/** The sort in effect. Only a known location sorts by distance. */
export function sortOf(sort: MerchantSort | undefined, point: Point | undefined): MerchantSort {
  if (sort && sort !== 'distance') return sort
  return point ? 'distance' : 'rating'
}

/** Returns the filters as the call takes them. What is not chosen is not sent. */
export function shopFilters(chosen: ChosenShops, point: Point | undefined): MerchantFilters {
  const { sport, place, hasCourier, sort } = chosen
  const keyword = chosen.keyword.trim()
  return {
    order: sortOf(sort, point),
    ...point,
    ...(sport && { sport }),
    ...(place && { city: officialCity(place.city) }),
    ...(place && place.district !== '' && { district: place.district }),
    ...(hasCourier && { hasCourier }),
    ...(keyword !== '' && { keyword }),
  }
}

/** Whether any filter is set. The sort is no filter. */
export function cutsShops({ keyword, sport, place, hasCourier }: ChosenShops): boolean {
  return keyword.trim() !== '' || sport !== undefined || place !== undefined || hasCourier
}

/** A city and perhaps a district of it, as typed; undefined means anywhere. */
type PlaceFilter = { city: string; district: string } | undefined

type PlaceProps = {
  open: boolean
  value: PlaceFilter
  onChoose: (place: PlaceFilter) => void
  onClose: () => void
}

/** Chooses where to look for shops. */
export function PlaceSheet({ open, value, onChoose, onClose }: PlaceProps) {
  const [city, setCity] = useState(value?.city ?? '上海')
  const [district, setDistrict] = useState(value?.district ?? '')
  const [wasSent, setWasSent] = useState(false)
  const lacks = city.trim() === '' ? '请填写城市' : undefined
  const choose = (place: PlaceFilter) => {
    onChoose(place)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="在哪里"
      foot={
        <Button
          full
          lacks={lacks}
          onLacking={() => setWasSent(true)}
          onPress={() => choose({ city: city.trim(), district: district.trim() })}
        >
          按城市找
        </Button>
      }
    >
      <View {...semantics({ role: 'radiogroup', label: '在哪里' })}>
        <Cell title="不限地点" chosen={value === undefined} onPress={() => choose(undefined)} />
      </View>
      <View className={styles.fields}>
        <Field label="城市" value={city} maxLength={20} error={wasSent ? lacks : undefined} onInput={setCity} />
        <Field label="区县（选填）" value={district} maxLength={20} placeholder="例如 徐汇区" onInput={setDistrict} />
      </View>
    </Sheet>
  )
}

/** Asks for the reader's location until it is known. */
export function LocationHint({ near: { point, isLocating, findOut } }: { near: ReturnType<typeof useNearPoint> }) {
  if (point) return null
  return (
    <View className="in-8-0">
      <Notice
        tone="info"
        icon="pin"
        tail={
          <Button kind="plain" size="s" busy={isLocating} onPress={findOut}>
            开启定位
          </Button>
        }
      >
        开启定位，看附近商家
      </Notice>
    </View>
  )
}
