import type { CoachVenue, Venue } from '@paidang/api/areas/venues'
import { View } from '@tarojs/components'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { Facts } from '../../../../ui/dot'
import { Tag } from '../../../../ui/tag'
import { VenuePicture } from '../../../../ui/venue-picture'
import { PlaceLink } from '../place-link'
import { associationTag, courtsOfVenueText, mayAsk, placeText } from '../venue-labels'
import styles from './venue-card.module.scss'

type Props = {
  venue: Venue
  /** The coach's existing relation to it. */
  own: CoachVenue | undefined
  isKnown: boolean
  isAsking: boolean
  isBusy: boolean
  onAsk: () => void
}

/** A venue that can be requested, or the state of an earlier request. */
export function FoundVenue({ venue, own, isKnown, isAsking, isBusy, onAsk }: Props) {
  const standing = own && associationTag(own)
  return (
    <Card>
      <View className={styles.head}>
        <VenuePicture id={venue.id} src={venue.avatar} size={48} />
        <View className={styles.words}>
          <View className={styles.nameLine}>
            <View className={styles.name}>{venue.name}</View>
            {standing && <Tag kind={standing.kind}>{standing.text}</Tag>}
          </View>
          <View className={styles.facts}>
            <Facts>{[courtsOfVenueText(venue), placeText(venue)]}</Facts>
          </View>
        </View>
      </View>
      <View className={styles.actions}>
        {mayAsk(own) && (
          <Button
            kind="ghost"
            size="s"
            busy={isAsking}
            disabled={!isKnown || (isBusy && !isAsking)}
            label={`申请关联 ${venue.name}`}
            onPress={onAsk}
          >
            申请关联
          </Button>
        )}
        <PlaceLink venue={venue} />
      </View>
    </Card>
  )
}
