import type { ActiveClass } from '@paidang/api/areas/activities/admin-classes'
import { getVenueFile } from '@paidang/api/areas/places/admin-venues'
import { ATTENDANCE_NAMES } from '@paidang/domain/areas/activities/classes/invitation'
import { type Day, instantOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { isId } from '@paidang/domain/kernel/id'
import { Link, useSearchParams } from 'react-router'
import { serverNow } from '../../../platform/clock'
import { useRead } from '../../../platform/queries'
import { NOTHING } from '../../../ui/format'
import { FixedFilter } from '../../../ui/table-filters'

/** The attendance of a player, or that the player has not agreed to a change; null before 签到. */
export const attendanceText = ({ attendance, mustAgree }: ActiveClass['players'][number]) =>
  mustAgree ? '未同意修改' : attendance && ATTENDANCE_NAMES[attendance]

type Span = { beginTimeSlot: number; endTimeSlot: number }

/** The time of an event: 2026-05-02 18:00–20:00. */
export const spanText = (day: Day, { beginTimeSlot, endTimeSlot }: Span) =>
  `${day} ${whenOf(beginTimeSlot, endTimeSlot)}`

/** Whether a half-hour of a day, from 0 to 48, has begun. */
export const hasCome = (day: Day, halfHour: number, before = 0) =>
  serverNow().getTime() >= instantOf(day, halfHour).getTime() - before

/** The venue in the address, as a fixed filter of the table and as a note next to its filters. */
export function useVenueOfAddress() {
  const [params] = useSearchParams()
  const stadiumId = params.get('stadiumId') ?? ''
  return isId(stadiumId) ? { fixed: { stadiumId }, aside: <OfVenue stadiumId={stadiumId} /> } : {}
}

function OfVenue({ stadiumId }: { stadiumId: string }) {
  const name = useRead(getVenueFile, { params: { id: stadiumId } }).data?.venue.name ?? NOTHING
  return (
    <FixedFilter
      name="stadiumId"
      label="场馆"
      object={<Link to={`/venues/${stadiumId}`}>{name}</Link>}
      without="查看全部场馆"
    />
  )
}
