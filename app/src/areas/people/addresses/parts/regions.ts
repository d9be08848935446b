import type { Address } from '@paidang/api/areas/people/addresses'
import { areaList } from '@vant/area-data'

/** A province, city, county or district by its six digits. */
export type Region = { code: string; name: string }
/** The province, city and name of a county or district. */
export type RegionNames = Pick<Address, 'province' | 'city' | 'district'>
/** A county or district that was found, with its names. */
export type FoundRegion = { code: string; names: RegionNames }

const listOf = (names: Record<string, string>): Region[] =>
  Object.entries(names).map(([code, name]) => ({ code, name }))

/** The 34 provinces, municipalities and special regions, in the order of their codes. */
export const PROVINCES: readonly Region[] = listOf(areaList.province_list)
const CITIES = listOf(areaList.city_list)
const COUNTIES = listOf(areaList.county_list)

const NAMES = new Map([...PROVINCES, ...CITIES, ...COUNTIES].map(({ code, name }) => [code, name]))

/** The province of any region code. */
export const provinceCode = (code: string): string => `${code.slice(0, 2)}0000`
/** The city of a county code. */
export const cityCode = (code: string): string => `${code.slice(0, 4)}00`

/** The cities of a province, in the order of their codes. */
export function citiesOf(province: string): readonly Region[] {
  return CITIES.filter(({ code }) => provinceCode(code) === province)
}

/** The counties and districts of a city, in the order of their codes. */
export function districtsOf(city: string): readonly Region[] {
  return COUNTIES.filter(({ code }) => cityCode(code) === city)
}

/** The name of a province, city, county or district. */
export function nameOfRegion(code: string): string | undefined {
  return NAMES.get(code)
}

/** The names of a county or district; undefined for any other code. */
export function namesOfRegion(code: string): RegionNames | undefined {
  if (code.endsWith('00')) return undefined
  const province = NAMES.get(provinceCode(code))
  const city = NAMES.get(cityCode(code))
  const district = NAMES.get(code)
  return province && city && district ? { province, city, district } : undefined
}

/**
 * Finds counties and districts whose name, or whose city's name, contains the text. Matches of the own name come
 * first.
 */
export function searchRegions(text: string, most: number): FoundRegion[] {
  const input = text.trim()
  if (input === '') return []
  const holds = (code: string) => (NAMES.get(code) ?? '').includes(input)
  const own = COUNTIES.filter(({ code }) => holds(code))
  const ofCity = COUNTIES.filter(({ code }) => !holds(code) && holds(cityCode(code)))
  return [...own, ...ofCity].slice(0, most).flatMap(({ code }) => {
    const names = namesOfRegion(code)
    return names ? [{ code, names }] : []
  })
}

/**
 * Finds the county or district of an address from another source: by its code, else by its names. The names may be
 * slightly shortened. Undefined when it is not found.
 */
export function regionMeant({ nationalCode, ...names }: RegionNames & { nationalCode: string }): string | undefined {
  if (namesOfRegion(nationalCode)) return nationalCode
  const isAlike = (one: string, other: string) => one !== '' && (one.startsWith(other) || other.startsWith(one))
  return COUNTIES.find(({ code }) => {
    const own = namesOfRegion(code)
    return (
      own !== undefined &&
      own.district === names.district &&
      isAlike(own.province, names.province) &&
      (isAlike(own.city, names.city) || isAlike(own.province, names.city))
    )
  })?.code
}

/**
 * The code of a county or district from its names in one line: 上海市 徐汇区 or 江苏省 苏州市 姑苏区. Empty for an
 * unknown one.
 */
export function codeOfText(text: string): string {
  const [province, ...rest] = text.trim().split(/\s+/)
  const [district] = rest.slice(-1)
  const city = rest.length > 1 ? rest[0] : province
  if (!province || !city || !district) return ''
  return regionMeant({ nationalCode: '', province, city, district }) ?? ''
}
