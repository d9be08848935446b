import * as courts from '@paidang/api/areas/ball-courts'
import { BALLS_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { usePages } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

/** Returns the games on the courts of a venue that the caller manages, the next first, page by page. */
export function useGamesOnCourts(stadiumId: string) {
  return usePages(BALLS_KEY, courts.gamesOnCourts, { params: { id: stadiumId } })
}

/** 取消球局: cancels a game on the manager's courts, with a reason that its players read. */
export function useCallOffOnCourt(id: string) {
  return useWrite(courts.callOffOnCourt, {
    stale: [BALLS_KEY, SCHEDULE_KEY],
    input: (reason: string) => ({ params: { id }, body: { reason } }),
  })
}
