import type { BallResult } from '@paidang/api/areas/ball-results'
import type { BallDetail } from '@paidang/api/areas/balls'

/** Whether the reader has a seat of his own in a game. */
export function isFirmPlayer({ seats, viewer }: Pick<BallDetail, 'seats' | 'viewer'>): boolean {
  return seats.some(({ state, user }) => state === 'FIRM' && user.id === viewer.userId)
}

/** One side of a result for who does not see it: 林知夏、阿正，6、3、10，胜. */
export function sideWords(
  people: BallResult['sideA'],
  { games, hasWon }: { games: readonly number[]; hasWon: boolean },
): string {
  const names = people.map(({ nickname }) => nickname).join('、')
  return `${names}，${games.join('、')}，${hasWon ? '胜' : '负'}`
}

/** What becomes of a result, as its reader is told: who wrote it down, and on whose word it waits. */
export function resultLine({ state, recordedBy, messageId }: BallResult, userId: string | null): string {
  if (state === 'AGREED') return '双方已确认，计入等级'
  if (recordedBy.id === userId) return '等待对方确认'
  const wrote = `${recordedBy.nickname} 记录了比分`
  return messageId === null ? `${wrote}，等待对方确认` : `${wrote}，请你确认`
}
