import { features } from '@paidang/api/areas/people/auth'
import type { Feature, Features } from '@paidang/domain/kernel/features'
import { call } from '../../../platform/call'
import { useReadOf } from '../../../platform/read'
import { readStored, store } from '../../../platform/storage'

/** Query key of the features of the deployment. */
const FEATURES_KEY = ['features'] as const

/**
 * The features of the deployment. Before the server answers, and when it fails, the last answer on this device counts.
 * Without one nothing is known, and nothing of a feature is shown.
 */
export function useFeatures() {
  return useReadOf(
    FEATURES_KEY,
    async (signal) => {
      const answer = await call(features, {}, { signal })
      store('features', answer)
      return answer
    },
    {
      initialData: () => readStored<Features>('features'),
      initialDataUpdatedAt: 0,
      // A deployment rarely changes its features.
      staleTime: 3_600_000,
    },
  )
}

/** Whether the deployment has the feature; undefined while that is unknown. */
export const useFeature = (feature: Feature): boolean | undefined => useFeatures().data?.[feature]
