import type { Venue } from '@paidang/api/areas/places/venues'
import { openPlace, PLACE_ACTION } from '../../../platform/place'
import { showToast } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { placeText } from './venue-labels'

/** The way to a venue: the map of the device, or its address to copy. */
export function PlaceLink({ venue }: { venue: Venue }) {
  const { name, city, latitude, longitude } = venue
  const open = async () => {
    try {
      const end = await openPlace({ name, address: `${city}${placeText(venue)}`, latitude, longitude })
      if (end === 'copied') showToast('地址已复制', { tone: 'done' })
    } catch {
      showToast('打开失败，请重试', { tone: 'failed' })
    }
  }
  return (
    <Button kind="plain" size="s" icon="pin" label={`${PLACE_ACTION} ${name}`} onPress={open}>
      {PLACE_ACTION}
    </Button>
  )
}
