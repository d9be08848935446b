import { ApiError } from '@paidang/api/catalogue/errors'
import { FEATURE_OFF } from '@paidang/api/refusals'
import type { Feature, Features } from '@paidang/domain/kernel/features'

/**
 * Refuses a call whose feature is turned off in this deployment.
 *
 * @throws ApiError cards_off, shop_off, stringing_payments_off, ball_payments_off
 */
export function assertFeature(features: Features, feature: Feature): void {
  if (!features[feature]) throw new ApiError(FEATURE_OFF[feature])
}
