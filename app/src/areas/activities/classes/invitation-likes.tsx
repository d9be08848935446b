import * as likes from '@paidang/api/areas/activities/likes'
import { View } from '@tarojs/components'
import { useRef, useState } from 'react'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { showToast } from '../../../platform/toast'
import { useWrite } from '../../../platform/write'
import { Icon } from '../../../ui/icon'
import { LikeButton } from '../../../ui/like-button'
import { semantics } from '../../../ui/semantics'
import { type InvitationInfo, joinedPlayers } from './parts/invitation-info'

/** Queries that a like affects: the class, and the like counts of the same people on other screens. */
const LIKED = [CLASSES_KEY, ['relations'], ['profile']]

/** A like that is being given or taken back. */
type Turn = { targetId: string; recordId: string | undefined }

/** How a person's likes are shown. The number includes the caller's own press before the server has answered. */
type LikeState = { count: number; on: boolean; busy: boolean }

/** The likes of one class. */
export type Likes = ReturnType<typeof useLikes>

/**
 * Gives and takes back likes of the coach and the players of a class. The number changes with the press and returns to
 * its old value if the call fails. Each person has their own busy flag. Source: specification §4 "Liking", ux
 * specification "LikeButton"
 */
export function useLikes(info: InvitationInfo) {
  const { id, coachId } = info.invitation
  const running = useRef(new Set<string>())
  const [turning, setTurning] = useState<ReadonlySet<string>>(new Set())
  const { act } = useWrite(likes.likeCoach, {
    stale: LIKED,
    isParallel: true,
    outcome: (_failure, turn: Turn | undefined) => outcomeOf(turn),
    send: async ({ targetId, recordId }: Turn, idempotencyKey) => {
      const params = { a: id, b: targetId }
      if (recordId !== undefined) await call(likes.cancelLike, { params: { recordId } }, { idempotencyKey })
      else if (targetId === coachId) await call(likes.likeCoach, { params }, { idempotencyKey })
      else await call(likes.likePlayer, { params }, { idempotencyKey })
    },
  })

  const toggle = async (targetId: string) => {
    // Two presses can arrive before the button is rendered as busy.
    if (running.current.has(targetId)) return
    const record = recordOf(info, targetId)
    if (record?.id === '') {
      showToast('缺少点赞记录ID', { tone: 'failed' })
      return
    }
    running.current.add(targetId)
    setTurning(new Set(running.current))
    await act({ targetId, recordId: record?.id })
    running.current.delete(targetId)
    setTurning(new Set(running.current))
  }

  /** `count` is the number from the server. */
  const stateOf = (targetId: string, count: number): LikeState => {
    const was = recordOf(info, targetId) !== undefined
    const busy = turning.has(targetId)
    if (!busy) return { count, on: was, busy }
    return { count: Math.max(0, count + (was ? -1 : 1)), on: !was, busy }
  }
  return { stateOf, toggle, mayLike: (targetId: string) => mayLike(info, targetId) }
}

/**
 * Whether the caller may like this person: both took part in a completed class. Source: decision "The life of a class
 * invitation", likes
 */
export function mayLike(info: InvitationInfo, targetId: string): boolean {
  const { invitation, reqUser } = info
  if (invitation.invitationStatus !== 'COMPLETED') return false
  const tookPart = [invitation.coachId, ...joinedPlayers(info).map(({ responderId }) => responderId)]
  return targetId !== reqUser.userId && tookPart.includes(reqUser.userId) && tookPart.includes(targetId)
}

function recordOf({ reqUser }: InvitationInfo, targetId: string) {
  return reqUser.likeRecords.find((like) => like.targetUserId === targetId)
}

const outcomeOf = (turn: Turn | undefined) =>
  turn?.recordId === undefined ? likes.likeCoach.outcome : likes.cancelLike.outcome

type PersonLikesProps = {
  id: string
  name: string
  /** The number from the server. */
  count: number
  likes: Likes
}

/** The likes of one person. Participants of a completed class can press the heart; others read the number. */
export function PersonLikes({ id, name, count, likes }: PersonLikesProps) {
  if (!likes.mayLike(id)) return <LikeCount count={count} name={name} />
  const { count: shown, on, busy } = likes.stateOf(id, count)
  return <LikeButton count={shown} on={on} busy={busy} name={name} onToggle={() => likes.toggle(id)} />
}

/** The number of likes of a person, without a button. */
export function LikeCount({ count, name }: { count: number; name: string }) {
  return (
    <View className="row-4 keep t-label muted" {...semantics({ role: 'img', label: `${name}，${count} 个赞` })}>
      <Icon name="heart" size={16} />
      {count}
    </View>
  )
}
