import type { CoachVenue } from '@paidang/api/areas/venues'
import { View } from '@tarojs/components'
import { locksPath, stadiumDetailPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { confirm } from '../../../../ui/confirm'
import { Facts } from '../../../../ui/dot'
import { Tag } from '../../../../ui/tag'
import { VenuePicture } from '../../../../ui/venue-picture'
import { PlaceLink } from '../place-link'
import { associationTag, courtsOfVenueText, isAsked, isUsable, mayAsk, placeText, whyNotUsable } from '../venue-labels'
import { useLeaveVenue } from '../venues-data'
import styles from './venue-card.module.scss'

type Props = {
  venue: CoachVenue
  /** For a managed venue: how many coaches ask to teach there. */
  waitingRequests?: number
}

/**
 * A venue of the coach: their relation to it, and their actions. While it is not open, only possible actions are
 * offered.
 */
export function VenueCard({ venue, waitingRequests = 0 }: Props) {
  const { id, name, avatar, isManager } = venue
  const standing = associationTag(venue)
  const closed = whyNotUsable(venue)
  const leave = useLeaveVenue()
  const isRequest = isAsked(venue)
  const leaveText = isRequest ? '撤回申请' : '解除关联'
  const askToLeave = async () => {
    const isSure = await confirm({
      title: isRequest ? '撤回关联申请？' : '解除关联？',
      line: isRequest ? `${name} 不会再收到这次申请` : `解除后，学员不能再约你在 ${name} 上课`,
      confirmText: leaveText,
      danger: true,
    })
    if (isSure) leave.act(id)
  }
  return (
    <Card>
      <View className={styles.head}>
        <VenuePicture id={id} src={avatar} size={48} />
        <View className={styles.words}>
          <View className={styles.nameLine}>
            <View className={styles.name}>{name}</View>
            <Tag kind={standing.kind}>{standing.text}</Tag>
          </View>
          <View className={styles.facts}>
            <Facts>{[courtsOfVenueText(venue), placeText(venue)]}</Facts>
          </View>
          {closed && <View className={styles.closed}>{closed}</View>}
          {waitingRequests > 0 && <View className={styles.waiting}>{waitingRequests} 位教练申请在这里上课</View>}
        </View>
      </View>
      <View className={styles.actions}>
        {isManager && isUsable(venue) && (
          <Button
            kind="ghost"
            size="s"
            icon="lock"
            label={`锁定场地 ${name}`}
            onPress={() => goTo(locksPath('courts', { stadiumId: id }))}
          >
            锁定场地
          </Button>
        )}
        {!closed && (
          <Button kind="plain" size="s" label={`场馆主页 ${name}`} onPress={() => goTo(stadiumDetailPath(id))}>
            场馆主页
          </Button>
        )}
        <PlaceLink venue={venue} />
        {/* A new venue has one manager, who cannot leave it. */}
        {(isManager ? !closed : !mayAsk(venue)) && (
          <Button kind="plain" size="s" busy={leave.isPending} label={`${leaveText} ${name}`} onPress={askToLeave}>
            {leaveText}
          </Button>
        )}
      </View>
    </Card>
  )
}
