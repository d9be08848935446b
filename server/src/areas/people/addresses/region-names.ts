import { areaList } from '@vant/area-data'

/** The names of the region of a county or district. */
export type Region = { province: string; city: string; district: string }

/** The names used in place of a city for a county that belongs directly to its province. */
const NO_CITIES = new Set(['县', '省直辖县', '自治区直辖县级行政区划'])

/** Returns the region of a code, six digits of a county or district. Undefined for an unknown code. */
export function regionOf(code: string): Region | undefined {
  const province = nameIn(areaList.province_list, `${code.slice(0, 2)}0000`)
  const city = nameIn(areaList.city_list, `${code.slice(0, 4)}00`)
  const district = nameIn(areaList.county_list, code)
  return province && city && district ? { province, city, district } : undefined
}

/** A region in one line, as in 上海市 浦东新区 or 江苏省 苏州市 姑苏区. Repeated or empty names are left out. */
export function regionName(code: string): string | undefined {
  const region = regionOf(code)
  if (!region) return undefined
  const { province, city, district } = region
  const parts = province === city || NO_CITIES.has(city) ? [province, district] : [province, city, district]
  return parts.join(' ')
}

/** Only an object's own entry counts, because a code such as `constructor` is not a place. */
function nameIn(list: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(list, code) ? list[code] : undefined
}
