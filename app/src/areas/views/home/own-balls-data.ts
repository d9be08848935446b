import * as balls from '@paidang/api/areas/balls'
import { HOME_GAMES } from '@paidang/api/areas/home'
import type { BallGroup } from '@paidang/domain/areas/balls/ball-status'
import { dayOf } from '@paidang/domain/kernel/day'
import { FIRST_PAGE, MAX_ROWS } from '@paidang/domain/kernel/page'
import { useQuery } from '@tanstack/react-query'
import { BALLS_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'

const ownBallsKey = (userId: string | null, group: BallGroup, rows: number) =>
  [...BALLS_KEY, 'own', userId, group, 'first', rows] as const

/** Query key of the user's games that are not over. */
export const liveBallsKey = (userId: string | null) => ownBallsKey(userId, '1', MAX_ROWS)

/** Query key of the user's last games that are over. */
export const pastBallsKey = (userId: string | null) => ownBallsKey(userId, '2', HOME_GAMES)

/** The user's games of a group, the latest first. */
function useOwnBalls(group: BallGroup, rows: number) {
  const userId = useUserId()
  return useQuery({
    queryKey: ownBallsKey(userId, group, rows),
    enabled: userId !== null,
    queryFn: async ({ signal }) => {
      const query = { current: FIRST_PAGE, rows, sort: 'activityTime', sord: 'desc' } as const
      return (await call(balls.ballsOfUser, { params: { group, userId: userId ?? '' }, query }, { signal })).rows
    },
  })
}

/** The games of today in which the user has a seat and which are not over. */
export function useBallsOfToday() {
  const query = useOwnBalls('1', MAX_ROWS)
  const today = dayOf(new Date())
  return { ...query, data: query.data?.filter(({ activityDate, mySeat }) => activityDate === today && mySeat !== null) }
}

/** The user's last games that are over. */
export function useBallRecords() {
  return useOwnBalls('2', HOME_GAMES)
}
