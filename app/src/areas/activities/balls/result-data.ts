import * as ballResults from '@paidang/api/areas/ball-results'
import type { Input } from '@paidang/api/endpoint'
import { useQuery } from '@tanstack/react-query'
import { BALLS_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useLiveQuery } from '../../../platform/live'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'

/** Queries that a result affects: its game, levels once it is agreed, messages. */
const CHANGED = [BALLS_KEY, ['levels'], ['profile'], ['messages']]

type Score = Input<typeof ballResults.recordBallResult>['body']

/**
 * Returns the result of a game for its players; null while there is none. It is read again as soon as anybody changes
 * the game.
 */
export function useBallResult(ballId: string, isEnabled: boolean) {
  const userId = useUserId()
  const queryKey = [...BALLS_KEY, 'result', userId, ballId]
  useLiveQuery(isEnabled ? [{ kind: 'ball', id: ballId }] : [], queryKey)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(ballResults.readBallResult, { params: { id: ballId } }, { signal }),
    enabled: isEnabled && userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(ballResults.readBallResult.outcome, query.error) : undefined }
}

/** 记录比分: records a result, which the other side has to confirm. */
export function useRecordResult(ballId: string) {
  return useAction({
    endpoint: ballResults.recordBallResult,
    stale: CHANGED,
    run: (body: Score, idempotencyKey) =>
      call(ballResults.recordBallResult, { params: { id: ballId }, body }, { idempotencyKey }),
  })
}
