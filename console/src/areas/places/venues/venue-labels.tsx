import { VENUE_STATE_NAMES, type VenueState } from '@paidang/domain/areas/places/venues/venue-state'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { Tag } from 'antd'

const STATE_COLORS: Record<VenueState, string> = { waiting: 'gold', open: 'green', refused: 'red', off: 'default' }

/** The status of a venue. */
export function StateTag({ state }: { state: VenueState }) {
  return <Tag color={STATE_COLORS[state]}>{VENUE_STATE_NAMES[state]}</Tag>
}

/** The states of a coach's association with a venue. */
export const ASSOCIATIONS: Record<number, { label: string; color: string }> = {
  [APPROVAL.PENDING]: { label: '待审核', color: 'gold' },
  [APPROVAL.APPROVED]: { label: '已通过', color: 'green' },
  [APPROVAL.REJECTED]: { label: '未通过', color: 'red' },
}

/** The opening hours of a venue: 06:00–22:30，最晚 22:00 开始. */
export function openingText({ firstStart, lastStart }: { firstStart: number; lastStart: number }): string {
  return `${timeOf(firstStart)}–${timeOf(lastStart + 1)}，最晚 ${timeOf(lastStart)} 开始`
}

/** The place of a venue; a district at the beginning of the address is not repeated. */
export function placeText({ city, district, address }: { city?: string; district: string; address: string }): string {
  return [city, !address.startsWith(district) && district, address].filter(Boolean).join(' ')
}

type MapLinkProps = { name: string; at: { latitude: number; longitude: number } }

/** A link to a place on a public map. */
export function MapLink({ name, at: { latitude, longitude } }: MapLinkProps) {
  const marker = encodeURIComponent(`coord:${latitude},${longitude};title:${name};addr:${name}`)
  return (
    <a href={`https://apis.map.qq.com/uri/v1/marker?marker=${marker}&referer=paidang`} target="_blank" rel="noreferrer">
      {latitude.toFixed(5)}, {longitude.toFixed(5)}（在地图上看）
    </a>
  )
}
