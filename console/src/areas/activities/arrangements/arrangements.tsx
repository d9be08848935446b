import type { ActiveClass } from '@paidang/api/areas/activities/admin-classes'
import { getVenueFile } from '@paidang/api/areas/places/admin-venues'
import { ATTENDANCE_NAMES } from '@paidang/domain/areas/activities/classes/invitation'
import { type Day, instantOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { Button, Flex } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { serverNow } from '../../../platform/clock'
import { useRead } from '../../../platform/queries'
import { NOTHING } from '../../../ui/format'
import { changedAddress } from '../../../ui/table-address'

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

const AN_ID = /^[1-9]\d{0,17}$/

/** The venue in the address, as a fixed filter of the table and as a note next to its filters. */
export function useVenueOfAddress() {
  const [params] = useSearchParams()
  const stadiumId = params.get('stadiumId') ?? ''
  return AN_ID.test(stadiumId) ? { fixed: { stadiumId }, aside: <OfVenue stadiumId={stadiumId} /> } : {}
}

function OfVenue({ stadiumId }: { stadiumId: string }) {
  const [, setParams] = useSearchParams()
  const name = useRead(getVenueFile, { params: { id: stadiumId } }).data?.venue.name ?? NOTHING
  const leave = () => setParams((before) => changedAddress(before, { stadiumId: undefined }), { replace: true })
  return (
    <Flex gap={8} align="center">
      <span>
        场馆：<Link to={`/venues/${stadiumId}`}>{name}</Link>
      </span>
      <Button size="small" onClick={leave}>
        查看全部场馆
      </Button>
    </Flex>
  )
}
