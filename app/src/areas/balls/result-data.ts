import * as ballResults from '@paidang/api/areas/ball-results'
import type { Input } from '@paidang/api/endpoint'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useLiveQuery } from '../../platform/live'
import { useUserId } from '../../platform/session'
import { failureText } from '../../platform/toast'
import { useDeed } from '../../platform/use-deed'
import { BALLS_KEY } from './ball-data'

/** What a result makes stale: the game with it, levels once it is agreed, messages. */
const CHANGED = [BALLS_KEY, ['levels'], ['profile'], ['messages']]

type Score = Input<typeof ballResults.recordBallResult>['body']

/** How a game ended, for those who played in it; null while nothing stands. It is read again as soon as anybody changes the game. */
export function useBallResult(ballId: string, isWanted: boolean) {
  const userId = useUserId()
  const queryKey = [...BALLS_KEY, 'result', userId, ballId]
  useLiveQuery(isWanted ? [{ kind: 'ball', id: ballId }] : [], queryKey)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(ballResults.readBallResult, { params: { id: ballId } }, { signal }),
    enabled: isWanted && userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(ballResults.readBallResult.outcome, query.error) : undefined }
}

/** 记录比分: the other side is asked. */
export function useRecordResult(ballId: string) {
  return useDeed({
    endpoint: ballResults.recordBallResult,
    stale: CHANGED,
    run: (body: Score, idempotencyKey) =>
      call(ballResults.recordBallResult, { params: { id: ballId }, body }, { idempotencyKey }),
  })
}
