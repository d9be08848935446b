import type { BallDetail } from '@paidang/api/areas/balls'
import { useMinute } from '../../../platform/use-minute'
import { Button } from '../../../ui/button'
import { Facts } from '../../../ui/dot'
import { Tag } from '../../../ui/tag'
import { Ticket } from '../../../ui/ticket'
import { useBallToCalendar } from './ball-calendar-data'
import { useBall } from './ball-data'
import { ticketText } from './parts/ticket-labels'
import { useShareBall } from './parts/use-share-ball'

/**
 * The paid game as a ticket, with buttons for the calendar and for sharing. Nothing for a reader without a seat, or
 * once the game is over.
 */
export function BallTicket({ id }: { id: string }) {
  const { data: ball } = useBall(id, null)
  const isAhead = ball && ball.status !== 'CANCELLED' && ball.status !== 'FINISHED'
  return isAhead && ball.viewer.seat?.state === 'CONFIRMED' ? <KnownTicket ball={ball} /> : null
}

function KnownTicket({ ball }: { ball: BallDetail }) {
  const now = useMinute()
  const sharing = useShareBall(ball, null)
  const calendar = useBallToCalendar(ball)
  const { place, ...words } = ticketText(ball, now)
  const isInitiator = ball.viewer.role === 'initiator'
  return (
    <>
      <Ticket
        {...words}
        tag={<Tag kind="ok">{isInitiator ? '我发起的' : '已报名'}</Tag>}
        place={<Facts>{place}</Facts>}
      />
      <Button kind="plain" full icon="calendar" busy={calendar.isPending} onPress={calendar.add}>
        加到日历
      </Button>
      {(ball.isPublic || ball.share !== null) && (
        <Button kind="plain" full icon="share" share busy={sharing.isBusy} label="分享这场球局" onPress={sharing.hand}>
          分享给球友
        </Button>
      )}
    </>
  )
}
