import type { Address } from '@paidang/api/areas/addresses'
import type { AddressRow } from './queries.ts'
import { regionOf } from './region-names.ts'

/** Presents an address for its owner. A code that is no longer in the regions has no names. */
export function presentAddress({ id, name, phone, regionCode, detail, isDefault, revision }: AddressRow): Address {
  const { province, city, district } = regionOf(regionCode) ?? { province: '', city: '', district: '' }
  return { id, name, phone, regionCode, province, city, district, detail, isDefault, revision }
}
