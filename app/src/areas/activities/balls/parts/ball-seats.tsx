import type { BallDetail, BallSeat } from '@paidang/api/areas/balls'
import { LIVE_SEATS } from '@paidang/domain/areas/balls/ball-status'
import { View } from '@tarojs/components'
import { useSecond } from '../../../../platform/use-second'
import { Avatar, AvatarStack } from '../../../../ui/avatar'
import { Card, CardHead } from '../../../../ui/card'
import { Facts } from '../../../../ui/dot'
import { FaceLink } from '../../../../ui/face-link'
import { Icon } from '../../../../ui/icon'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { seatToPay, standingText } from './ball-head-labels'
import { freeSeats } from './ball-labels'
import styles from './ball-seats.module.scss'
import { seatNote } from './seat-labels'

type Props = { ball: BallDetail; now: Date }

const LIVE: readonly BallSeat['state'][] = LIVE_SEATS

/** Lists who plays, the free seats, whether the game will take place, and who waits. */
export function BallSeats({ ball, now }: Props) {
  const { seatsTaken, maxPlayers, minPlayers, waiting, status } = ball
  const seats = ball.seats.filter(({ state }) => LIVE.includes(state))
  const free = status === 'OPEN' ? freeSeats(ball) : 0
  return (
    <Card>
      <CardHead title="参与人" tail={<Facts>{[`${seatsTaken} / ${maxPlayers}`, `满 ${minPlayers} 人成局`]}</Facts>} />
      <View className={styles.seats} {...semantics({ role: 'list', label: '参与人' })}>
        {seats.map((seat) => (
          <Seat
            key={seat.id}
            seat={seat}
            isMe={seat.user.id === ball.viewer.userId}
            isGuest={ball.viewer.userId === null}
          />
        ))}
        {free > 0 && (
          <View className={styles.seat} {...semantics({ role: 'listitem' })}>
            <View className={styles.free}>
              <Icon name="plus" size={20} />
            </View>
            <View className={styles.you}>{ball.viewer.role === 'viewer' ? '等你' : '空位'}</View>
            {free > 1 && <View className={styles.note}>{`还有 ${free} 位`}</View>}
          </View>
        )}
      </View>
      {seatToPay(ball, now) === null ? <Standing ball={ball} now={now} /> : <HeldSeat ball={ball} />}
      {waiting.length > 0 && (
        <View className={styles.waiting}>
          <AvatarStack people={waiting.slice(0, MAX_FACES)} />
          {`候补 ${ball.waitingCount} 人：${waiting.map(({ nickname }) => nickname).join('、')}`}
        </View>
      )}
    </Card>
  )
}

/** Counts down the time for which the reader's seat is held. */
function HeldSeat({ ball }: { ball: BallDetail }) {
  return <Standing ball={ball} now={useSecond()} />
}

function Standing({ ball, now }: Props) {
  const standing = standingText(ball, now)
  if (!standing) return null
  return (
    <View className={styles.standing}>
      <Notice tone={standing.tone} icon={standing.tone === 'ok' ? 'check' : 'clock'}>
        {standing.text}
      </Notice>
    </View>
  )
}

/** More faces of waiting players do not fit beside their names. */
const MAX_FACES = 4

type SeatProps = { seat: BallSeat; isMe: boolean; isGuest: boolean }

/** A seat. A guest cannot open the cards of others. */
function Seat({ seat, isMe, isGuest }: SeatProps) {
  const { user, state } = seat
  const note = seatNote(seat)
  const face = <Avatar id={user.id} src={user.avatar} size={52} />
  return (
    <View className={styles.seat} {...semantics({ role: 'listitem' })}>
      <View className={state === 'CONFIRMED' ? undefined : styles.pale}>
        {isGuest ? (
          face
        ) : (
          <FaceLink id={user.id} name={user.nickname}>
            {face}
          </FaceLink>
        )}
      </View>
      <View className={styles.name}>{isMe ? '我' : user.nickname}</View>
      <View className={styles.note}>{note}</View>
      {seat.noShowAt !== null && <Tag kind="bad">未到</Tag>}
      {seat.noShowAnswer && <View className={styles.note}>{`说明：${seat.noShowAnswer}`}</View>}
    </View>
  )
}
