import type { BallResult } from '@paidang/api/areas/ball-results'
import type { BallDetail } from '@paidang/api/areas/balls'

/** Whether the reader has a confirmed seat in a game. */
export function isConfirmedPlayer({ seats, viewer }: Pick<BallDetail, 'seats' | 'viewer'>): boolean {
  return seats.some(({ state, user }) => state === 'CONFIRMED' && user.id === viewer.userId)
}

/** Describes one side of a result for screen readers: 林知夏、阿正，6、3、10，胜. */
export function sideText(
  people: BallResult['sideA'],
  { games, hasWon }: { games: readonly number[]; hasWon: boolean },
): string {
  const names = people.map(({ nickname }) => nickname).join('、')
  return `${names}，${games.join('、')}，${hasWon ? '胜' : '负'}`
}

/** Returns the state of a result for its reader: who recorded it, and whose answer it waits for. */
export function resultLine({ state, recordedBy, messageId }: BallResult, userId: string | null): string {
  if (state === 'AGREED') return '双方已确认，计入等级'
  if (recordedBy.id === userId) return '等待对方确认'
  const wrote = `${recordedBy.nickname} 记录了比分`
  return messageId === null ? `${wrote}，等待对方确认` : `${wrote}，请你确认`
}
