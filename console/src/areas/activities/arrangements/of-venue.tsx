import { getVenueFile } from '@paidang/api/areas/places/admin-venues'
import { Button, Flex } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { NOTHING } from '../../../ui/format'
import { changedAddress } from '../../../ui/table-address'

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
