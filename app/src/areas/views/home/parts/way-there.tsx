import { getVenue } from '@paidang/api/areas/venues'
import { useState } from 'react'
import { call } from '../../../../platform/call'
import { openPlace } from '../../../../platform/open-place'
import type { Place } from '../../../../platform/open-place-types'
import { showToast } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import type { TodayItem } from './today-items'

/** 导航: opens the map of the device. Without a map, or without a known position, it copies the address. */
export function WayThere({ item: { venueId, place } }: { item: Pick<TodayItem, 'venueId' | 'place'> }) {
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      if ((await openPlace(await placeOf(venueId, place))) === 'copied') showToast('地址已复制', { tone: 'done' })
    } catch {
      showToast('打开失败，请重试', { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="ghost" size="s" icon="pin" label={`导航到 ${place}`} busy={busy} onPress={open}>
      导航
    </Button>
  )
}

async function placeOf(venueId: string | null, place: string): Promise<Place> {
  if (venueId === null) return { name: '', address: place, latitude: null, longitude: null }
  const { name, city, district, address, latitude, longitude } = await call(getVenue, { params: { id: venueId } })
  return { name, address: `${city}${district}${address}`, latitude, longitude }
}
