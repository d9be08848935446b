import type { PlayerView } from '@paidang/api/areas/profile'
import * as profile from '@paidang/api/areas/profile'
import { useQuery } from '@tanstack/react-query'
import { PROFILE_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { currentSession, updateUserInfo, useUserId } from '../../../platform/session'

/** The profile of the user who is logged in; nothing is fetched for a guest. */
export function useOwnProfile() {
  return useProfile(useUserId())
}

/** Query key of the profile of a user. */
export const profileKey = (userId: string | null) => [...PROFILE_KEY, userId] as const

/** The profile of a user, as far as the caller may see it. */
export function useProfile(userId: string | null) {
  return useQuery({
    queryKey: profileKey(userId),
    enabled: userId !== null,
    queryFn: async ({ signal }) => {
      const player = await call(profile.getPlayerView, { params: { id: userId ?? '' } }, { signal })
      adoptUserType(player)
      return player
    },
  })
}

/**
 * Adopts a new user type on this device at once, for example of a new coach. Otherwise only the next session refresh
 * would bring it.
 */
export function adoptUserType({ id, userType }: PlayerView): void {
  const { userInfo } = currentSession()
  if (userInfo?.userId === id && userInfo.userType !== userType) updateUserInfo({ userType })
}
