import type { MerchantSort } from '@paidang/api/areas/stringing'
import type { Sport } from '@paidang/domain/kernel/sport'
import type { Point } from '../../../../platform/place'
import { officialCity } from '../../../places/venues/venue-labels'
import type { MerchantFilters } from '../merchant-data'
import type { PlaceFilter } from './place-sheet'

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
