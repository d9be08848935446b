import type { NewVenue } from '@paidang/api/areas/venues'
import { errors } from '@paidang/api/catalogue/errors'
import { type Court, courtsOf } from '@paidang/domain/areas/schedule/courts'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import { officialCity } from '../venue-words'

/** The most courts that a venue has. Source: API "NewVenue". */
export const MAX_COURTS = 60

/** A new venue as its form holds it: courts by their names, or only counted. */
export type VenueForm = {
  name: string
  city: string
  district: string
  address: string
  phone: string
  courtsBy: 'names' | 'count'
  courtNames: string
  courtCount: number
  /** The first and last half-hour that can begin a booking. */
  firstStart: HalfHour
  lastStart: HalfHour
  latitude: number | null
  longitude: number | null
  /** What the upload answered; null without a picture. */
  avatar: string | null
}

/** What the form asks about, in the order in which it stands. */
export type VenueField = 'name' | 'city' | 'district' | 'address' | 'phone' | 'courts' | 'hours'

/** Digits with what people put between them. */
const PHONE = /^\+?[\d\- ]{5,19}$/

/** A form that is still empty, with the opening hours that the company begins with. */
export function emptyVenueForm(hours: { firstStart: HalfHour; lastStart: HalfHour }): VenueForm {
  const place = { city: '上海', district: '', address: '', latitude: null, longitude: null }
  return { name: '', ...place, phone: '', courtsBy: 'names', courtNames: '', courtCount: 4, ...hours, avatar: null }
}

/** The courts that the form means, as the venue will have them. Commas and pauses of Chinese text count as commas. */
export function courtsOfForm({ courtsBy, courtNames, courtCount }: VenueForm): Court[] {
  return courtsBy === 'names' ? courtsOf({ courtCodes: withCommas(courtNames) }) : courtsOf({ courtCount })
}

/** What is missing or wrong, each in a sentence for its field; nothing when the form can be sent. */
export function wrongFields(form: VenueForm): Partial<Record<VenueField, string>> {
  const wrong: Partial<Record<VenueField, string>> = {}
  if (form.name.trim() === '') wrong.name = '请填写场馆名称'
  if (form.city.trim() === '') wrong.city = '请填写城市'
  if (form.district.trim() === '') wrong.district = '请填写区县'
  if (form.address.trim() === '') wrong.address = '请填写详细地址'
  if (form.phone.trim() !== '' && !PHONE.test(form.phone.trim())) wrong.phone = '请填写正确的电话号码'
  const courts = courtsOfForm(form).length
  if (courts === 0) wrong.courts = errors.venue_courts_missing.message
  else if (courts > MAX_COURTS) wrong.courts = `最多 ${MAX_COURTS} 片场地`
  if (form.firstStart > form.lastStart) wrong.hours = errors.venue_hours_invalid.message
  return wrong
}

/** The form as it is sent. */
export function bodyOfForm(form: VenueForm): NewVenue {
  const { courtsBy, courtNames, courtCount, firstStart, lastStart, latitude, longitude, avatar } = form
  return {
    name: form.name.trim(),
    city: officialCity(form.city),
    district: form.district.trim(),
    address: form.address.trim(),
    phone: form.phone.trim() || null,
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
