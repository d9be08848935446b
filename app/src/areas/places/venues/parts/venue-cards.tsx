import type { CoachVenue, Venue } from '@paidang/api/areas/places/venues'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { closuresPath, locksPath, stadiumDetailPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card, CardStack } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { confirm } from '../../../../ui/confirm'
import { Facts } from '../../../../ui/dot'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import { VenuePicture } from '../../../../ui/venue-picture'
import { PlaceLink } from '../place-link'
import { associationTag, courtsOfVenueText, isAsked, isUsable, mayAsk, placeText, whyNotUsable } from '../venue-labels'
import { useLeaveVenue } from '../venues-data'
import styles from './venue-cards.module.scss'

type HeadProps = {
  venue: Venue
  /** The coach's relation to it; undefined without one. */
  own: CoachVenue | undefined
  children?: ReactNode
}

/** What both cards say of a venue: its picture, name, courts and place. */
function Head({ venue, own, children }: HeadProps) {
  const standing = own && associationTag(own)
  return (
    <View className="beside-12">
      <VenuePicture id={venue.id} src={venue.avatar} size={48} />
      <View className="grow">
        <View className={styles.nameLine}>
          <View className="t-headline">{venue.name}</View>
          {standing && <Tag kind={standing.kind}>{standing.text}</Tag>}
        </View>
        <View className={classNames(styles.facts, 't-sub muted')}>
          <Facts>{[courtsOfVenueText(venue), placeText(venue)]}</Facts>
        </View>
        {children}
      </View>
    </View>
  )
}

type OwnProps = {
  venue: CoachVenue
  /** For a managed venue: how many coaches ask to teach there. */
  waitingRequests?: number
}

/**
 * A venue of the coach: their relation to it, and their actions. While it is not open, only possible actions are
 * offered.
 */
export function VenueCard({ venue, waitingRequests = 0 }: OwnProps) {
  const { id, name, isManager } = venue
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
      <Head venue={venue} own={venue}>
        {closed && <View className="mt-4 t-sub wait">{closed}</View>}
        {waitingRequests > 0 && <View className="mt-4 t-sub wait">{waitingRequests} 位教练申请在这里上课</View>}
      </Head>
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
        {isManager && isUsable(venue) && (
          <Button
            kind="ghost"
            size="s"
            label={`雨天闭馆 ${name}`}
            onPress={() => goTo(closuresPath({ stadiumId: id }))}
          >
            雨天闭馆
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

type FoundProps = {
  venue: Venue
  /** The coach's existing relation to it. */
  own: CoachVenue | undefined
  isKnown: boolean
  isAsking: boolean
  isBusy: boolean
  onAsk: () => void
}

/** A venue that can be requested, or the state of an earlier request. */
export function FoundVenue({ venue, own, isKnown, isAsking, isBusy, onAsk }: FoundProps) {
  return (
    <Card>
      <Head venue={venue} own={own} />
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

const CARDS = [0, 1, 2, 3] as const

/** The skeleton of the venues. */
export function VenuesSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        {CARDS.map((card) => (
          <Card key={card} className="beside-12">
            <Skeleton width={48} height={48} radius={8} />
            <View className={styles.lines}>
              <Skeleton width={160} height={20} />
              <Skeleton />
              <Skeleton width={120} height={32} radius={8} />
            </View>
          </Card>
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}
