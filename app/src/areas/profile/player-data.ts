import * as profile from '@paidang/api/areas/profile'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useUserId } from '../../platform/session'

/** Under this key lie the profiles of users, each under its id. */
export const PROFILE_KEY = ['profile', 'player'] as const

/** The profile of the user who is logged in; nothing is fetched for a guest. */
export function useOwnProfile() {
  const userId = useUserId()
  return useQuery({
    queryKey: [...PROFILE_KEY, userId],
    enabled: userId !== null,
    queryFn: ({ signal }) => call(profile.getPlayerView, { params: { id: userId ?? '' } }, { signal }),
  })
}
