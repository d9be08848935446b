import { ApiError, type ErrorCode } from '@paidang/api/catalogue/errors'
import type { Feature, Features } from '@paidang/domain/kernel/features'

const REFUSALS: Readonly<Record<Feature, ErrorCode>> = {
  cards: 'cards_off',
  shop: 'shop_off',
  stringingPayments: 'stringing_payments_off',
  ballPayments: 'ball_payments_off',
}

/** @throws ApiError cards_off, shop_off, stringing_payments_off, ball_payments_off where a deployment goes without it */
export function assertFeature(features: Features, feature: Feature): void {
  if (!features[feature]) throw new ApiError(REFUSALS[feature])
}
