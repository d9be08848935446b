import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { FOCUS_NAMES } from '@paidang/domain/areas/activities/classes/invitation'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh, useShareAppMessage } from '@tarojs/taro'
import { useState } from 'react'
import { contractPath } from '../../../paths'
import { back, goTo, goToLogin } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { Avatar } from '../../../ui/avatar'
import { Card, CardHead } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { pressable } from '../../../ui/semantics'
import { useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { PendingText } from '../../ground/content/pending-content'
import { levelText } from '../../people/profile/level-scale'
import { ArrivalCard } from '../arrivals/arrival-card'
import { useInvitationInfo, useKnownClass, useRefreshInvitation } from './invitation-data'
import { type Likes, PersonLikes, useLikes } from './invitation-likes'
import styles from './invitation-view.module.scss'
import { CoachActionsRow, InvitationBar, PlayerActionsCard } from './parts/action-buttons'
import { FinishDialog, SignSheet } from './parts/attendance-sheets'
import { CancelDialog, DeclineDialog } from './parts/cancel-dialogs'
import { PolicyCard } from './parts/cancel-sheet'
import { ChangeCoachSheet } from './parts/change-coach-sheet'
import { ClashesCard, ConfirmClashSheet } from './parts/clashes-card'
import { ContractSheet } from './parts/contract-sheet'
import { BlankHero, InvitationHero } from './parts/invitation-hero'
import { type InvitationInfo, waitsForAnswer } from './parts/invitation-info'
import { InvitationSkeleton, InvitationTicket, KnownInvitation } from './parts/invitation-ticket'
import { JoinSheet } from './parts/join-sheet'
import { ObjectionsCard } from './parts/objections-card'
import { OfferCard, OfferSheet } from './parts/offer'
import { ParticipantsCard } from './parts/participants-card'
import { PastCard } from './parts/past-card'
import { ProgressCard } from './parts/progress-card'
import { shareCard, shareTokenOf } from './parts/share-button'
import { TrialMoneyCard } from './parts/trial-money-card'
import { useAskedFirst, useInvitationActions } from './parts/use-invitation-actions'

const TITLE = '约课详情'

type Props = {
  invitationId: string
  /** The token of a share link, from the address. */
  share?: string
  /** The step from the address whose layer opens at once. */
  ask?: string
}

/** Shows one class to its reader: its state, its course, who takes part, and the possible actions. */
export function InvitationView({ invitationId, share: givenShare, ask }: Props) {
  const share = shareTokenOf(givenShare)
  // The validity of the token does not matter here: the next call refreshes it.
  const loggedIn = useUserId() !== null
  const { data: info, error, isPending, isFetching, refetch } = useInvitationInfo(invitationId, share)
  const refresh = useRefreshInvitation(invitationId, share)
  const [celebrations, setCelebrations] = useState(0)
  const waits = loggedIn && invitationId !== '' && isPending
  const skeleton = useSkeleton(waits)
  const known = useKnownClass(invitationId)

  usePullDownRefresh(async () => {
    if (loggedIn && invitationId !== '') await refresh()
    Taro.stopPullDownRefresh()
  })

  // Who may not see the class any more is not left with what it was.
  const isGone = error instanceof ApiError && error.status === 404
  const shown = loggedIn && !skeleton && !isGone ? info : undefined
  useShareAppMessage(() => shareCard(shown, new Date()))
  return (
    <Page
      title={TITLE}
      hero={
        shown ? <InvitationHero info={shown} celebrations={celebrations} /> : <BlankHero waits={skeleton || waits} />
      }
    >
      {shown ? (
        <Invitation
          info={shown}
          asked={ask}
          refetch={refetch}
          onCelebrate={() => setCelebrations((count) => count + 1)}
        />
      ) : (skeleton || waits) && known ? (
        <KnownInvitation invitation={known} boxes={skeleton} />
      ) : skeleton ? (
        <InvitationSkeleton />
      ) : !loggedIn ? (
        <Empty
          drawing="lock"
          title="登录后查看"
          line={share === null ? undefined : '登录后回到这里，就能查看这节课'}
          action={{ text: '登录', onPress: goToLogin }}
        />
      ) : waits ? null : (
        <Failure error={error} busy={isFetching} byLink={share !== null} onRetry={refetch} />
      )}
    </Page>
  )
}

type FailureProps = {
  error: Error | null
  busy: boolean
  /** The caller came by a share link, which ends when the class begins. */
  byLink: boolean
  onRetry: () => void
}

function Failure({ error, busy, byLink, onRetry }: FailureProps) {
  const status = error instanceof ApiError ? error.status : undefined
  const leave = { text: '返回', onPress: back }
  if (byLink && status === 404)
    return <Empty title="分享链接已失效" line="这节课已开始、已取消或不存在" action={leave} />
  // Without an id there is no request and no error. It is shown like a class that does not exist.
  if (!error || status === 404 || status === 400) return <Empty title="这节课不存在或已被删除" action={leave} />
  if (status === 403)
    return <Empty drawing="lock" title="仅参与人可见" line="这节课只对教练和参与的球员开放" action={leave} />
  const outcome = outcomes.readInvitation
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

type InvitationProps = { info: InvitationInfo; asked: string | undefined } & Parameters<typeof useInvitationActions>[1]

function Invitation({ info, asked, refetch, onCelebrate }: InvitationProps) {
  const actions = useInvitationActions(info, { refetch, onCelebrate })
  useAskedFirst(asked, info, actions)
  const likes = useLikes(info)
  const asCoach = info.reqUser.role === 'coach'
  const byPlayer = info.invitation.initiatorRole === 'player'
  const { openings } = actions
  const objections = <ObjectionsCard info={info} />
  const isAnswerAsked = waitsForAnswer(info)
  return (
    <>
      <View className={classNames(styles.body, 'col-12')}>
        <InvitationTicket info={info} />
        <TrialMoneyCard info={info} />
        <ArrivalCard
          kind="class"
          id={info.invitation.id}
          arrival={info.arrival}
          startsAt={info.invitation.startsAt}
          endsAt={info.invitation.endsAt}
          isStanding={info.invitation.invitationStatus === 'CONFIRMED'}
          isAmong={info.reqUser.role !== 'viewer'}
        />
        <OfferCard info={info} />
        <PastCard info={info} />
        {asCoach && byPlayer && <StudentCard info={info} likes={likes} />}
        {asCoach && <ClashesCard info={info} />}
        {isAnswerAsked && objections}
        {asCoach && <CoachActionsRow info={info} actions={actions} />}
        <ProgressCard info={info} />
        <PolicyCard info={info} />
        <ParticipantsCard info={info} actions={actions} likes={likes} />
        {!isAnswerAsked && objections}
        <MessageCard info={info} />
        {!asCoach && <PlayerActionsCard info={info} actions={actions} />}
      </View>
      <InvitationBar info={info} actions={actions} />
      <CancelDialog key={`cancel-${openings}`} info={info} actions={actions} />
      {!asCoach && <DeclineDialog key={`decline-${openings}`} info={info} actions={actions} />}
      <ChangeCoachSheet key={`coach-${openings}`} info={info} actions={actions} />
      {info.reqUser.role === 'viewer' && <JoinSheet info={info} actions={actions} />}
      {(asCoach || info.reqUser.isCompanyAdmin) && (
        <>
          <SignSheet key={`sign-${openings}`} info={info} actions={actions} />
          <FinishDialog info={info} actions={actions} />
        </>
      )}
      {asCoach && byPlayer && <OfferSheet key={`offer-${openings}`} info={info} actions={actions} />}
      {asCoach && <ConfirmClashSheet info={info} actions={actions} />}
      {asCoach && <ContractSheet key={`contract-${openings}`} info={info} actions={actions} />}
    </>
  )
}

/**
 * The messages of the class: the player's message to the coach, and that to the players. The reader's own unapproved
 * text is marked.
 */
function MessageCard({ info }: { info: InvitationInfo }) {
  const { invitation, reqUser, pending } = info
  const isHeld = (input: string) => pending.some(({ field }) => field === input)
  const messages = [
    { to: '想练', text: FOCUS_NAMES[invitation.focus] },
    { to: '给球员', text: isHeld('messageToPlayers') ? '' : invitation.messageToPlayers },
    // The coach reads their message on the student card.
    { to: '给教练', text: reqUser.role === 'coach' || isHeld('messageToCoach') ? '' : invitation.messageToCoach },
  ].filter(({ text }) => text !== '')
  if (messages.length + pending.length === 0) return null
  return (
    <Card>
      <CardHead title="留言" />
      {messages.map(({ to, text }) => (
        <View key={to} className={styles.message}>
          <View className="t-caption muted">{to}</View>
          {text}
        </View>
      ))}
      <PendingText kind="class" pending={pending} className={styles.message} />
    </Card>
  )
}

/** The usual hand goes without saying. The other one is said only where the player said it. */
const LEFT = 1

/** For the coach: who asks, their last class together, and the student's message. It opens the student's contracts. */
function StudentCard({ info, likes }: { info: InvitationInfo; likes: Likes }) {
  const { invitation, lastClass } = info
  const player = info.responsePlayers.find(({ responderId }) => responderId === invitation.initiatorId)
  const isLeft = player?.responder.handedness === LEFT && !player.responder.handIsUnsaid
  const facts = player ? [levelText(player.responder), isLeft ? '左手' : ''] : []
  const openContracts = () => goTo(contractPath(invitation.companyId, invitation.initiatorId))
  return (
    <Card>
      <View className={styles.asks}>
        <View
          className={classNames(styles.asks, styles.student, 'words')}
          {...pressable({ label: `${invitation.initiatorName}的合同与课时`, onPress: openContracts })}
        >
          <Avatar id={invitation.initiatorId} src={player?.responder.avatar} />
          <View className="words">
            <View className={classNames(styles.name, 'wrap-8')}>
              {invitation.initiatorName}
              {lastClass && <Tag kind="brand">老学员</Tag>}
              <Icon name="chevron-right" size={16} className={styles.more} />
            </View>
            <View className="t-caption muted">
              <Facts>{facts}</Facts>
            </View>
            <View className="t-caption muted">
              {lastClass ? `上次：${monthDotDay(lastClass.courseDate)} ${lastClass.stadiumName}` : '第一次约你的课'}
            </View>
          </View>
        </View>
        {player && (
          <PersonLikes
            id={player.responderId}
            name={player.responderName}
            count={player.responder.likesCount}
            likes={likes}
          />
        )}
      </View>
      {invitation.messageToCoach !== '' && <View className={styles.ownMessage}>{invitation.messageToCoach}</View>}
    </Card>
  )
}
