import { type Discipline, levelOf, ratingAfter, ratingChanges } from '@paidang/domain/areas/profile/level'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { insertLevelChange, lockUsers, type UserRow, updateUser } from './profile-queries.ts'

/** The sides, the winner and the discipline of a match; `note` is its text in the history of a level. */
type Played = {
  sideA: readonly string[]
  sideB: readonly string[]
  winner: 'A' | 'B'
  discipline: Discipline
  note: string
  now: Date
}

/** The change of a player's rating, in hundredths. */
type Moved = { userId: string; change: number }

/**
 * Applies a result that both sides agreed on to the ratings of its players. A player whose level changes is notified.
 * That level rests on results from then on.
 *
 * Source: specification §3 "User info", issue "People"
 */
export async function moveRatings(
  tx: Database,
  { sideA, sideB, winner, discipline, note, now }: Played,
): Promise<Moved[]> {
  const users = new Map((await lockUsers(tx, [...sideA, ...sideB])).map((user) => [user.id, user]))
  const userOf = (id: string): UserRow => {
    const user = users.get(id)
    if (!user) throw new Error(`user ${id} is gone`)
    return user
  }
  const ratingsOf = (side: readonly string[]) => side.map((id) => userOf(id).rating)
  const { a, b } = ratingChanges(ratingsOf(sideA), ratingsOf(sideB), winner, discipline)
  const moved: Moved[] = []
  for (const [index, userId] of [...sideA, ...sideB].entries()) {
    const change = [...a, ...b][index] ?? 0
    await moveRating(tx, userOf(userId), { change, note, now })
    moved.push({ userId, change })
  }
  return moved
}

async function moveRating(
  tx: Database,
  { id: userId, rating: before, level: present }: UserRow,
  { change, note, now }: { change: number; note: string; now: Date },
): Promise<void> {
  const rating = ratingAfter(before, change)
  const level = levelOf(rating, present)
  await updateUser(tx, userId, { rating, level })
  if (level === present) return
  await insertLevelChange(tx, { userId, source: 'RESULTS', level, note, createdAt: now })
  await notify(tx, {
    receiverIds: [userId],
    senderId: null,
    category: 'systemNotice',
    title: '等级已更新',
    content: `根据比赛结果，您的等级由 ${present.toFixed(1)} 变为 ${level.toFixed(1)}`,
    about: { kind: 'level', id: userId },
  })
}
