import * as ballResults from '@paidang/api/areas/ball-results'
import type { Input } from '@paidang/api/endpoint'
import { BALLS_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

/** What a result affects: its game, levels once it is agreed, messages. */
const stale = [BALLS_KEY, ['levels'], ['profile'], ['messages']]

type Score = Input<typeof ballResults.recordBallResult>['body']

/**
 * Returns the result of a game for its players; null while there is none. It is read again as soon as anybody changes
 * the game.
 */
export function useBallResult(ballId: string, isEnabled: boolean) {
  return useRead(
    BALLS_KEY,
    ballResults.readBallResult,
    { params: { id: ballId } },
    {
      isEnabled,
      live: [{ kind: 'ball', id: ballId }],
    },
  )
}

/** 记录比分: records a result, which the other side has to confirm. */
export function useRecordResult(ballId: string) {
  return useWrite(ballResults.recordBallResult, { stale, input: (body: Score) => ({ params: { id: ballId }, body }) })
}
