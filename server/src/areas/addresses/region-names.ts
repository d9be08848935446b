import { areaList } from '@vant/area-data'

/** Where a county or district lies, by names. */
export type Region = { province: string; city: string; district: string }

/** What stands in a city's place where a county belongs to its province at once. */
const NO_CITIES = new Set(['县', '省直辖县', '自治区直辖县级行政区划'])

/** The region of a code, six digits of a county or district; undefined for a code that is none. */
export function regionOf(code: string): Region | undefined {
  const province = nameIn(areaList.province_list, `${code.slice(0, 2)}0000`)
  const city = nameIn(areaList.city_list, `${code.slice(0, 4)}00`)
  const district = nameIn(areaList.county_list, code)
  return province && city && district ? { province, city, district } : undefined
}

/** A region in one line, as in 上海市 浦东新区 or 江苏省 苏州市 姑苏区: what says nothing more is left out. */
export function regionName(code: string): string | undefined {
  const region = regionOf(code)
  if (!region) return undefined
  const { province, city, district } = region
  const parts = province === city || NO_CITIES.has(city) ? [province, district] : [province, city, district]
  return parts.join(' ')
}

/** An object's own entry: a code such as `constructor` names no place. */
function nameIn(list: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(list, code) ? list[code] : undefined
}
