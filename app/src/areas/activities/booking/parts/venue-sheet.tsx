import type { Venue } from '@paidang/api/areas/venues'
import { View } from '@tarojs/components'
import { memo } from 'react'
import { Cell } from '../../../../ui/cell'
import { Facts } from '../../../../ui/dot'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { VenuePicture } from '../../../../ui/venue-picture'
import styles from './sheets.module.scss'

type Props = {
  open: boolean
  venues: readonly Venue[]
  chosenId: string | null
  /** Half-hours are chosen, which another venue would remove. */
  hasSlots: boolean
  onChoose: (stadiumId: string) => void
  onClose: () => void
}

/** Chooses among the coach's venues, with one press. */
export const VenueSheet = memo(function VenueSheet({ open, venues, chosenId, hasSlots, onChoose, onClose }: Props) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="选择场馆"
      foot={hasSlots && venues.length > 1 ? <Notice>更换场馆会清空已选的时段</Notice> : undefined}
    >
      <View className={styles.list} {...semantics({ role: 'radiogroup', label: '选择场馆' })}>
        {venues.map((venue) => (
          <Cell
            key={venue.id}
            lead={<VenuePicture id={venue.id} src={venue.avatar} size={48} />}
            title={venue.name}
            note={
              <Facts>
                {venue.address}
                {`${venue.courts.length} 片场地`}
              </Facts>
            }
            chosen={venue.id === chosenId}
            onPress={() => {
              onChoose(venue.id)
              onClose()
            }}
          />
        ))}
      </View>
    </Sheet>
  )
})
