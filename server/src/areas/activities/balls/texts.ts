// What others do with the text of a game: reports remove it, the content check shows what it approved.
import type { Database } from '../../../db/database.ts'
import type { OrderEffects } from '../../money/payments/order.ts'
import { PLAIN_TITLE } from './ball-form.ts'
import { lockBall, publishBall, updateBall } from './ball-row.ts'
import { findView } from './ball-view.ts'
import { requestPlaceAgreement } from './update.ts'

/** Removes the text of a game in any state. The game itself, its place and its players stay. */
export async function clearTexts(tx: Database, ballId: string): Promise<void> {
  if (!(await lockBall(tx, ballId))) return
  await publishBall(tx, await updateBall(tx, ballId, { title: PLAIN_TITLE, description: '' }))
}

/** The text of a game that others read. */
export async function readTexts(
  db: Database,
  ballId: string,
): Promise<Partial<Record<string, string | null>> | undefined> {
  const ball = await findView(db, ballId)
  return ball && { title: ball.title, description: ball.description }
}

/** The place is a term of the game. Its players agree to an approved one, and leave free from a rejected one. */
export async function notifyTermsChanged(
  tx: Database,
  ballId: string,
  { field, isApproved, now, effects }: { field: string; isApproved: boolean; now: Date; effects: OrderEffects },
): Promise<void> {
  const ball = await lockBall(tx, ballId)
  if (!ball) return
  await publishBall(tx, ball)
  const changedText = isApproved ? '地点' : '地点（没有通过审核，等发起人更新）'
  if (field === 'place') await requestPlaceAgreement(tx, ball, { changedText, now, effects })
}

/** Shows approved text of a locked game in any state. */
export async function showTexts(tx: Database, ballId: string, field: string, value: string): Promise<void> {
  if (field !== 'title' && field !== 'description') throw new Error(`a game has no checked field ${field}`)
  await publishBall(tx, await updateBall(tx, ballId, { [field]: value }))
}
