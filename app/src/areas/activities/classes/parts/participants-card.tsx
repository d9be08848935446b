import type { ResponsePlayer } from '@paidang/api/areas/activities/classes'
import { ATTENDANCE_NAMES, effectiveStatus, isLive } from '@paidang/domain/areas/activities/classes/invitation'
import { isOut, SEAT_STATE_NAMES } from '@paidang/domain/areas/activities/classes/seat'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { View } from '@tarojs/components'
import { useMinute } from '../../../../platform/use-minute'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { FaceLink } from '../../../../ui/face-link'
import { Icon } from '../../../../ui/icon'
import { Tag, type TagKind } from '../../../../ui/tag'
import { levelText } from '../../../people/profile/level-scale'
import { type Likes, PersonLikes } from '../invitation-likes'
import styles from '../invitation-view.module.scss'
import { classActions } from './action-rules'
import { freeSeats, type InvitationInfo, isPayer, neededSessions, TO_AGREE } from './invitation-info'
import { ShareButton } from './share-button'
import type { InvitationActions } from './use-invitation-actions'

type Props = { info: InvitationInfo; actions: InvitationActions; likes: Likes }

/** Lists who takes part: the coach, then the players with level and likes, then the free seats. */
export function ParticipantsCard({ info, actions, likes }: Props) {
  const now = useMinute()
  const { invitation, coach, responsePlayers, reqUser } = info
  const free = freeSeatText(info, now)
  return (
    <Card flush>
      <CardHead
        inset
        title="参与人"
        tail={
          <View className="row-12">
            {`球员 ${invitation.seatsTaken}/${invitation.participantsCount} 人`}
            <ShareButton info={info} />
          </View>
        }
      />
      <Cell
        lead={
          <FaceLink id={coach.id} name={coach.nickname}>
            <Avatar id={coach.id} src={coach.avatar} />
          </FaceLink>
        }
        title={<Name name={coach.nickname} isMe={coach.id === reqUser.userId} />}
        note={<Facts>{['教练', coach.companyName]}</Facts>}
        tail={<PersonLikes id={coach.id} name={coach.nickname} count={coach.likeCount} likes={likes} />}
      />
      {inOrder(responsePlayers).map((player) => (
        <Seat key={player.responderId} player={player} info={info} actions={actions} likes={likes} now={now} />
      ))}
      {free && (
        <Cell
          lead={
            <View className={classNames(styles.free, 'centre faint')}>
              <Icon name="plus" size={18} />
            </View>
          }
          title={free.title}
          note={free.note}
        />
      )}
    </Card>
  )
}

/** Participants come first, players who gave back their seat last. */
const RANK: Record<ResponsePlayer['responseStatus'], number> = { JOINED: 0, INVITED: 1, DECLINED: 2, LEFT: 2 }

function inOrder(players: readonly ResponsePlayer[]): ResponsePlayer[] {
  return [...players].sort((a, b) => RANK[a.responseStatus] - RANK[b.responseStatus])
}

function Seat({ player, info, actions, likes, now }: Props & { player: ResponsePlayer; now: Date }) {
  const { responderId, responderName, responder } = player
  const hours = seatHours(info, player, now)
  const mayContract = hours !== undefined && hours.short > 0 && classActions(info, now).contract !== undefined
  return (
    <Cell
      lead={
        <View className={classNames(player.responseStatus !== 'JOINED' && styles.pale)}>
          <FaceLink id={responderId} name={responderName}>
            <Avatar id={responderId} src={responder.avatar} />
          </FaceLink>
        </View>
      }
      title={<Name name={responderName} isMe={responderId === info.reqUser.userId} player={player} />}
      note={
        <>
          <Facts>{playerFacts(info, player)}</Facts>
          {hours && <View className={classNames(hours.short > 0 && styles.short)}>{hours.text}</View>}
        </>
      }
      tail={
        mayContract ? (
          <Button
            kind="ghost"
            size="s"
            label={`给${responderName}缔约`}
            busy={actions.busy.contract && actions.studentId === responderId}
            onPress={() => actions.ask('contract', responderId)}
          >
            缔约
          </Button>
        ) : (
          <PersonLikes id={responderId} name={responderName} count={responder.likesCount} likes={likes} />
        )
      }
    />
  )
}

const ATTENDANCE_TAGS: Record<keyof typeof ATTENDANCE_NAMES, TagKind> = {
  present: 'ok',
  late: 'wait',
  absent: 'bad',
  leave: 'mute',
}

function Name({ name, isMe, player }: { name: string; isMe: boolean; player?: ResponsePlayer }) {
  return (
    <View className="wrap-8">
      {name}
      {isMe && <Tag kind="lime">我</Tag>}
      {player?.attendance && <Tag kind={ATTENDANCE_TAGS[player.attendance]}>{ATTENDANCE_NAMES[player.attendance]}</Tag>}
    </View>
  )
}

/** Returns the line below a player's name: their role in the class, and their level. */
export function playerFacts(
  { invitation }: Pick<InvitationInfo, 'invitation'>,
  { responderId, responseStatus, mustAgree, responder }: ResponsePlayer,
): string[] {
  if (mustAgree) return [TO_AGREE, levelText(responder)]
  const isInitiator = responderId === invitation.initiatorId && !isOut(responseStatus)
  return [isInitiator ? '发起人' : SEAT_STATE_NAMES[responseStatus], levelText(responder)]
}

/**
 * Returns, for the coach of an active class, what a student can pay with and what is missing. `short` is 0 when nothing
 * is missing.
 */
export function seatHours(
  info: Pick<InvitationInfo, 'invitation' | 'reqUser'>,
  player: ResponsePlayer,
  now: Date,
): { text: string; short: number } | undefined {
  const { availableSessions, heldSessions } = player
  if (info.reqUser.role !== 'coach' || availableSessions === null || !isPayer(info, player)) return undefined
  if (!isLive(effectiveStatus(info.invitation, now))) return undefined
  const available = `可用 ${lessonHoursText(availableSessions)} 课时`
  if (heldSessions > 0) return { text: `预占 ${lessonHoursText(heldSessions)}，${available}`, short: 0 }
  const short = Math.max(0, neededSessions(info, player) - availableSessions)
  return { text: short > 0 ? `${available}，还差 ${lessonHoursText(short)}` : available, short }
}

/** Returns the row of the free seats; undefined when there are none, or when nobody can join any more. */
export function freeSeatText(
  info: Pick<InvitationInfo, 'invitation' | 'reqUser' | 'responsePlayers'>,
  now: Date,
): { title: string; note: string } | undefined {
  const free = freeSeats(info)
  const { invitation, reqUser } = info
  const hasBegun = now.getTime() >= invitation.startsAt.getTime()
  if (free === 0 || hasBegun || !isLive(effectiveStatus(invitation, now))) return undefined
  const note = reqUser.role === 'viewer' ? '还可以参与' : '分享给球友，一起上课'
  return { title: free === 1 ? '等你' : `还有 ${free} 个空位`, note }
}
