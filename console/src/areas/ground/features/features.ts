import { features } from '@paidang/api/areas/people/auth'
import type { Feature } from '@paidang/domain/kernel/features'
import { useRead } from '../../../platform/queries'

/** Says which features the deployment has. Before the server has answered, all. */
export function useFeatures(): (feature: Feature) => boolean {
  const { data } = useRead(features, {})
  return (feature) => data?.[feature] ?? true
}
