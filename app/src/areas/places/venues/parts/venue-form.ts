import type { NewVenue } from '@paidang/api/areas/places/venues'
import { errors } from '@paidang/api/catalogue/errors'
import { type Court, courtsOf } from '@paidang/domain/areas/time/schedule/courts'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import { isPhone, plainPhone } from '@paidang/domain/kernel/phone'
import { officialCity } from '../venue-labels'

/** The maximum number of courts of a venue. Source: API "NewVenue". */
export const MAX_COURTS = 60

/** The draft of a new venue: courts by their names, or only their number. */
export type VenueForm = {
  name: string
  city: string
  district: string
  address: string
  phone: string
  courtsBy: 'names' | 'count'
  courtNames: string
  courtCount: number
  /** The first and last half-hour in which a booking can begin. */
  firstStart: HalfHour
  lastStart: HalfHour
  latitude: number | null
  longitude: number | null
  /** The path from the upload; null without a picture. */
  avatar: string | null
}

/** The fields of the form, in their order. */
export type VenueField = 'name' | 'city' | 'district' | 'address' | 'phone' | 'courts' | 'hours'

/** An empty form with the opening hours of the company. */
export function emptyVenueForm(hours: { firstStart: HalfHour; lastStart: HalfHour }): VenueForm {
  const place = { city: '上海', district: '', address: '', latitude: null, longitude: null }
  return { name: '', ...place, phone: '', courtsBy: 'names', courtNames: '', courtCount: 4, ...hours, avatar: null }
}

/** The courts of the form as the venue gets them. Chinese commas and enumeration commas count as commas. */
export function courtsOfForm({ courtsBy, courtNames, courtCount }: VenueForm): Court[] {
  return courtsBy === 'names' ? courtsOf({ courtCodes: withCommas(courtNames) }) : courtsOf({ courtCount })
}

/** The faults, one sentence for each field; empty when the form can be sent. */
export function wrongFields(form: VenueForm): Partial<Record<VenueField, string>> {
  const wrong: Partial<Record<VenueField, string>> = {}
  if (form.name.trim() === '') wrong.name = '请填写场馆名称'
  if (form.city.trim() === '') wrong.city = '请填写城市'
  if (form.district.trim() === '') wrong.district = '请填写区县'
  if (form.address.trim() === '') wrong.address = '请填写详细地址'
  const phone = plainPhone(form.phone)
  if (phone !== '' && !isPhone(phone)) wrong.phone = '请填写正确的电话号码'
  const courts = courtsOfForm(form).length
  if (courts === 0) wrong.courts = errors.venue_courts_missing.message
  else if (courts > MAX_COURTS) wrong.courts = `最多 ${MAX_COURTS} 片场地`
  if (form.firstStart > form.lastStart) wrong.hours = errors.venue_hours_invalid.message
  return wrong
}

/** The form as the server takes it. */
export function bodyOfForm(form: VenueForm): NewVenue {
  const { courtsBy, courtNames, courtCount, firstStart, lastStart, latitude, longitude, avatar } = form
  return {
    name: form.name.trim(),
    city: officialCity(form.city),
    district: form.district.trim(),
    address: form.address.trim(),
    phone: plainPhone(form.phone) || null,
    avatar,
    latitude,
    longitude,
    courtCodes: courtsBy === 'names' ? withCommas(courtNames) : null,
    courtCount: courtsBy === 'count' ? courtCount : null,
    firstStart,
    lastStart,
  }
}

function withCommas(names: string): string {
  return names.replace(/[，、；;\n]/g, ',')
}
