import type { PlayerView } from '@paidang/api/areas/people/profile'
import * as profile from '@paidang/api/areas/people/profile'
import { PROFILE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useReadOf } from '../../../platform/read'
import { currentSession, updateUserInfo, useUserId } from '../../../platform/session'

/** The profile of the user who is logged in; nothing is fetched for a guest. */
export function useOwnProfile() {
  return useProfile(useUserId())
}

/** Query key of the profile of a user. */
export const profileKey = (userId: string | null) => [...PROFILE_KEY, userId] as const

/** The profile of a user, as far as the caller may see it. */
export function useProfile(userId: string | null) {
  return useReadOf(
    profileKey(userId),
    async (signal) => {
      const player = await call(profile.getPlayerView, { params: { id: userId ?? '' } }, { signal })
      adoptUserType(player)
      return player
    },
    { isEnabled: userId !== null, outcome: profile.getPlayerView.outcome },
  )
}

/**
 * Adopts a new user type on this device at once, for example of a new coach. Otherwise only the next session refresh
 * would bring it.
 */
export function adoptUserType({ id, userType }: PlayerView): void {
  const { userInfo } = currentSession()
  if (userInfo?.userId === id && userInfo.userType !== userType) updateUserInfo({ userType })
}
