import type { BallDetail, BallSeat } from '@paidang/api/areas/activities/balls'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { LIVE_SEATS } from '@paidang/domain/areas/activities/balls/ball-status'
import { HALF_HOURS_PER_DAY } from '@paidang/domain/kernel/half-hour'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { back } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useMinute, useSecond } from '../../../platform/use-minute'
import { ActionBar, useTurnedBar } from '../../../ui/action-bar'
import { Avatar, AvatarStack } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardHead } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { FaceLink } from '../../../ui/face-link'
import { Icon } from '../../../ui/icon'
import { Notice } from '../../../ui/notice'
import { Price } from '../../../ui/price'
import { semantics } from '../../../ui/semantics'
import { Tag } from '../../../ui/tag'
import { useFeature } from '../../ground/features/features-data'
import { ReportSheet } from '../../ground/reports/report-sheet'
import { ArrivalCard } from '../arrivals/arrival-card'
import { AlertButton } from '../vacancies/alert-button'
import { type BallActions, useBallActions } from './ball-actions'
import styles from './ball-detail.module.scss'
import { type BallPress, ballBar, hasBegun } from './parts/ball-bar'
import { ChangeCard, FeeCard, LevelCard, ProposalsCard, RulesCard } from './parts/ball-cards'
import { BallHead, seatToPay, standingText } from './parts/ball-head'
import { freeSeats } from './parts/ball-labels'
import { ManageSheets } from './parts/ball-manage-sheets'
import { PlayerSheets } from './parts/ball-player-sheets'
import { ResultCard } from './parts/ball-result'

type BodyProps = {
  ball: BallDetail
  share: string | null
  /** Reads the game again and says whether that failed. */
  refetch: () => Promise<{ isError: boolean; error: Error | null }>
}

/** A game below its picture: what, when, where, who plays, level, cost, rules, and the possible actions. */
export function BallBody({ ball, share, refetch }: BodyProps) {
  const now = useMinute()
  const actions = useBallActions(ball, share, refetch)
  return (
    <>
      <View className={styles.body}>
        <BallHead ball={ball} now={now} sharing={actions.sharing} />
        <View className="col-12 in-12-0">
          <ChangeCard ball={ball} now={now} actions={actions} />
          <ProposalsCard ball={ball} now={now} actions={actions} />
          <ArrivalCard
            kind="ball"
            id={ball.id}
            arrival={ball.arrival}
            startsAt={new Date(ball.startsAt)}
            endsAt={new Date(ball.endsAt)}
            isStanding={ball.status === 'OPEN' || ball.status === 'FULL'}
            isAmong={ball.viewer.seat?.state === 'CONFIRMED' && ball.viewer.changedAt === null}
          />
          <ResultCard ball={ball} now={now} />
          <BallSeats ball={ball} now={now} />
          <LevelCard ball={ball} />
          <FeeCard ball={ball} />
          <RulesCard ball={ball} now={now} />
          <ReportBall ball={ball} share={share} />
        </View>
      </View>
      <BallActionBar ball={ball} hasShare={share !== null} now={now} actions={actions} />
      <PlayerSheets ball={ball} now={now} actions={actions} />
      <ManageSheets ball={ball} now={now} actions={actions} />
    </>
  )
}

/** Whether a game does not exist for its reader, or not any more. */
export const isNoBall = (error: Error | null) => error instanceof ApiError && error.status === 404

type FailureProps = { error: Error | null; busy: boolean; onRetry: () => unknown; isPane?: boolean }

/** Replaces a game that could not be shown: it does not exist for this reader, or reading failed. */
export function BallFailure({ error, busy, onRetry, isPane }: FailureProps) {
  const status = error instanceof ApiError ? error.status : undefined
  // Without an id there is no request and no error. It is shown like a game that does not exist.
  if (!error || status === 404 || status === 400) {
    return (
      <Empty
        title="这场球局不存在或不公开"
        line="它可能已被删除，或者只有拿到链接的人能看"
        action={isPane ? undefined : { text: '返回', onPress: back }}
      />
    )
  }
  const outcome = outcomes.readActivity
  const cause = failureText(outcome, error)
  return (
    <ErrorBlock
      title={outcome.failed}
      cause={cause === outcome.failed ? '请检查网络后重试' : cause}
      onRetry={onRetry}
      busy={busy}
    />
  )
}

/** Other games may begin or end so many half-hours beside this one. */
const AROUND = 4

type SeatsProps = { ball: BallDetail; now: Date }

const LIVE: readonly BallSeat['state'][] = LIVE_SEATS

/** Lists who plays, the free seats, whether the game will take place, and who waits. */
function BallSeats({ ball, now }: SeatsProps) {
  const { seatsTaken, maxPlayers, minPlayers, waiting, status } = ball
  const seats = ball.seats.filter(({ state }) => LIVE.includes(state))
  const isOpen = !hasBegun(ball, now)
  const free = status === 'OPEN' && isOpen ? freeSeats(ball) : 0
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
          <View
            className={classNames(styles.seat, 'col-0 shrinks t-caption t-centre')}
            {...semantics({ role: 'listitem' })}
          >
            <View className={classNames(styles.free, 'centre brand')}>
              <Icon name="plus" size={20} />
            </View>
            <View className={classNames(styles.you, 'mt-4 brand')}>
              {ball.viewer.role === 'viewer' ? '等你' : '空位'}
            </View>
            {free > 1 && <View className={styles.note}>{`还有 ${free} 位`}</View>}
          </View>
        )}
      </View>
      {seatToPay(ball, now) === null ? <Standing ball={ball} now={now} /> : <HeldSeat ball={ball} />}
      {status === 'FULL' && isOpen && ball.viewer.role === 'viewer' && (
        <View className="wrap-8-12 mt-12">
          <View className="t-sub muted">别的球局也行？</View>
          <AlertButton
            subject={{ kind: 'GAME', sport: ball.sport, name: `${SPORT_NAMES[ball.sport]}球局，我的等级能参加的` }}
            day={ball.activityDate}
            beginTimeSlot={Math.max(0, ball.beginTimeSlot - AROUND)}
            endTimeSlot={Math.min(HALF_HOURS_PER_DAY, ball.endTimeSlot + AROUND)}
          />
        </View>
      )}
      {waiting.length > 0 && (
        <View className="row-8 mt-12 t-caption muted">
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

function Standing({ ball, now }: SeatsProps) {
  const standing = standingText(ball, now)
  if (!standing) return null
  return (
    <View className="mt-12">
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
    <View className={classNames(styles.seat, 'col-0 shrinks t-caption t-centre')} {...semantics({ role: 'listitem' })}>
      <View className={state === 'CONFIRMED' ? undefined : styles.pale}>
        {isGuest ? (
          face
        ) : (
          <FaceLink id={user.id} name={user.nickname}>
            {face}
          </FaceLink>
        )}
      </View>
      <View className={classNames(styles.name, 'mt-4 one-line')}>{isMe ? '我' : user.nickname}</View>
      <View className={styles.note}>{note}</View>
      {seat.noShowAt !== null && <Tag kind="bad">未到</Tag>}
      {seat.noShowAnswer && <View className={styles.note}>{`说明：${seat.noShowAnswer}`}</View>}
    </View>
  )
}

/** Returns the line below the name of a player with a seat: 发起, their level, or that it is unconfirmed. */
function seatNote({ state, isInitiator, ...player }: BallSeat): string {
  if (state === 'HELD') return '支付中'
  if (state === 'OFFERED') return '候补确认中'
  const level = player.levelIsUnsaid ? '' : player.level.toFixed(1)
  return isInitiator ? `发起 ${level}`.trim() : level
}

type BallActionBarProps = { ball: BallDetail; hasShare: boolean; now: Date; actions: BallActions }

/** A seat that is offered, or a request that is agreed to, comes where one would give it up. */
const AFTER: Partial<Record<BallPress, readonly BallPress[]>> = { take: ['unwait', 'unrequest'] }

/** The bar at the foot: the amount to pay, a line to read before the press, and the reader's buttons. */
function BallActionBar({ ball, hasShare, now, actions }: BallActionBarProps) {
  const isLoggedIn = useUserId() !== null
  const takesPayments = useFeature('ballPayments')
  const bar = ballBar(ball, { isLoggedIn, hasShare, takesPayments, now })
  const [main] = bar?.buttons.slice(-1) ?? []
  const press = useTurnedBar({ main: main?.key, after: AFTER })
  if (!bar) return null
  const { amountFen, line, buttons } = bar
  const words =
    amountFen === undefined && line === undefined ? undefined : (
      <>
        {amountFen !== undefined && <Price amountFen={amountFen} size="l" />}
        {line !== undefined && <View className={amountFen === undefined ? styles.line : styles.small}>{line}</View>}
      </>
    )
  return (
    <ActionBar
      actions={buttons.map(({ key, text, kind = 'filled', disabled, reason }) => (
        <Button
          key={key}
          kind={kind}
          full={words === undefined && (kind === 'filled' || buttons.length === 1)}
          disabled={disabled}
          reason={reason}
          busy={actions.busy[key]}
          share={key === 'invite'}
          onPress={() => press(key, text, () => actions.press(key))}
        >
          {text}
        </Button>
      ))}
    >
      {words}
    </ActionBar>
  )
}

/** 举报这场球局, for a logged-in reader who is not the initiator. */
function ReportBall({ ball, share }: { ball: BallDetail; share: string | null }) {
  const [isOpen, setIsOpen] = useState(false)
  const { userId, role } = ball.viewer
  if (userId === null || role === 'initiator') return null
  return (
    <View className={styles.foot}>
      <Button kind="plain" size="s" icon="warning" onPress={() => setIsOpen(true)}>
        举报这场球局
      </Button>
      <ReportSheet
        open={isOpen}
        name="这场球局"
        object={{ kind: 'ball', objectId: ball.id, share: share ?? undefined }}
        onClose={() => setIsOpen(false)}
      />
    </View>
  )
}
