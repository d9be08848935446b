import { View } from '@tarojs/components'
import { Cell } from '../../../../ui/cell'
import { Facts } from '../../../../ui/dot'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { VenuePicture } from '../../../../ui/venue-picture'
import { courtsOfVenueText } from '../../../places/venues/venue-labels'
import type { ManagedVenue } from '../../../places/venues/venues-data'

type Props = {
  open: boolean
  venues: readonly ManagedVenue[]
  chosenId: string
  onChoose: (stadiumId: string) => void
  onClose: () => void
}

/** Chooses among the venues that the coach manages, with one press. */
export function VenueSheet({ open, venues, chosenId, onChoose, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="选择场馆">
      <View {...semantics({ role: 'radiogroup', label: '选择场馆' })}>
        {venues.map((venue) => (
          <Cell
            key={venue.id}
            lead={<VenuePicture id={venue.id} src={venue.avatar} size={48} />}
            title={venue.name}
            note={<Facts>{[courtsOfVenueText(venue), venue.address]}</Facts>}
            chosen={venue.id === chosenId}
            onPress={() => {
              if (venue.id !== chosenId) onChoose(venue.id)
              onClose()
            }}
          />
        ))}
      </View>
    </Sheet>
  )
}
