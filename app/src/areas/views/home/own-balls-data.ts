import * as balls from '@paidang/api/areas/balls'
import { HOME_GAMES } from '@paidang/api/areas/home'
import type { BallGroup } from '@paidang/domain/areas/balls/ball-status'
import { dayOf } from '@paidang/domain/kernel/day'
import { FIRST_PAGE, MAX_ROWS } from '@paidang/domain/kernel/page'
import { BALLS_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'

/** What is read for the user's games of a group, the latest first. */
const ballsOf = (userId: string | null, group: BallGroup, rows: number) => ({
  params: { group, userId: userId ?? '' },
  query: { current: FIRST_PAGE, rows, sort: 'activityTime' as const, sord: 'desc' as const },
})

/** The games that are not over, and the last ones that are. */
export const liveBallsOf = (userId: string | null) => ballsOf(userId, '1', MAX_ROWS)
export const pastBallsOf = (userId: string | null) => ballsOf(userId, '2', HOME_GAMES)

/** The games of today in which the user has a seat and which are not over. */
export function useBallsOfToday() {
  const query = useRead(BALLS_KEY, balls.ballsOfUser, liveBallsOf(useUserId()))
  const today = dayOf(new Date())
  const isToday = ({ activityDate, mySeat }: balls.BallSummary) => activityDate === today && mySeat !== null
  return { ...query, data: query.data?.rows.filter(isToday) }
}

/** The user's last games that are over. */
export function useBallRecords() {
  return useRead(BALLS_KEY, balls.ballsOfUser, pastBallsOf(useUserId()), { select: ({ rows }) => rows })
}
