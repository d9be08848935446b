import type { MerchantSort } from '@paidang/api/areas/stringing'
import type { Sport } from '@paidang/domain/kernel/sport'
import type { Point } from '../../../platform/locate-words'
import { officialCity } from '../../venues/venue-words'
import type { MerchantFilters } from '../merchant-data'
import type { WantedPlace } from './place-sheet'

/** How shops can be sorted. */
export const SORTS: readonly { key: MerchantSort; text: string }[] = [
  { key: 'distance', text: '最近' },
  { key: 'fastest', text: '最快取拍' },
  { key: 'rating', text: '评分' },
]

/** What the reader has chosen to see; without a sort the nearest first where he is known, else the best. */
export type ChosenShops = {
  keyword: string
  sport: Sport | undefined
  place: WantedPlace
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

/** The sort that holds. */
export const sortOf = (sort: MerchantSort | undefined, point: Point | undefined): MerchantSort =>
  sort ?? (point ? 'distance' : 'rating')

/** The choice as the call wants it; what is not chosen is not sent. */
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

/** Whether anything is cut away; the sort cuts nothing. */
export function cutsShops({ keyword, sport, place, hasCourier }: ChosenShops): boolean {
  return keyword.trim() !== '' || sport !== undefined || place !== undefined || hasCourier
}
