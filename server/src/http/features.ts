import { ApiError, type ErrorCode } from '@paidang/api/catalogue/errors'
import type { Feature, Features } from '@paidang/domain/kernel/features'

const REFUSALS: Readonly<Record<Feature, ErrorCode>> = {
  cards: 'cards_off',
  shop: 'shop_off',
  stringingPayments: 'stringing_payments_off',
  ballPayments: 'ball_payments_off',
}

/**
 * Refuses a call whose feature is turned off in this deployment.
 *
 * @throws ApiError cards_off, shop_off, stringing_payments_off, ball_payments_off
 */
export function assertFeature(features: Features, feature: Feature): void {
  if (!features[feature]) throw new ApiError(REFUSALS[feature])
}
