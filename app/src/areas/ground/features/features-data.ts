import { features } from '@paidang/api/areas/auth'
import { ALL_FEATURES, type Feature, type Features } from '@paidang/domain/kernel/features'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/call'
import { readStored, store } from '../../../platform/storage'

/** Query key of the features of the deployment. */
const FEATURES_KEY = ['features'] as const

/**
 * The features of the deployment. A missing feature is shown nowhere. Before the server answers, the last answer on
 * this device counts. On the first start all features count: the server refuses missing ones anyway.
 */
export function useFeatures(): Features {
  const { data } = useQuery({
    queryKey: FEATURES_KEY,
    queryFn: async ({ signal }) => {
      const answer = await call(features, {}, { signal })
      store('features', answer)
      return answer
    },
    // A deployment rarely changes its features.
    staleTime: 3_600_000,
  })
  return data ?? readStored<Features>('features') ?? ALL_FEATURES
}

export const useFeature = (feature: Feature): boolean => useFeatures()[feature]
