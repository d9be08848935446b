import { features } from '@paidang/api/areas/auth'
import { ALL_FEATURES, type Feature, type Features } from '@paidang/domain/kernel/features'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { readStored, store } from '../../platform/storage'

/** Under this key lies what the deployment has. */
const FEATURES_KEY = ['features'] as const

/**
 * What the deployment has; what it goes without is shown nowhere. Until the server has answered it is what it said to this
 * device the last time, and everything before the first time: the server refuses the rest all the same.
 */
export function useFeatures(): Features {
  const { data } = useQuery({
    queryKey: FEATURES_KEY,
    queryFn: async ({ signal }) => {
      const answer = await call(features, {}, { signal })
      store('features', answer)
      return answer
    },
    // A deployment rarely changes what it has.
    staleTime: 3_600_000,
  })
  return data ?? readStored<Features>('features') ?? ALL_FEATURES
}

export const useFeature = (feature: Feature): boolean => useFeatures()[feature]
