/** The optional features of a deployment. Source: decision record 033 */
export const FEATURES = ['cards', 'shop', 'stringingPayments', 'ballPayments'] as const
export type Feature = (typeof FEATURES)[number]

/** Which of the features a deployment has. */
export type Features = Readonly<Record<Feature, boolean>>

export const ALL_FEATURES: Features = { cards: true, shop: true, stringingPayments: true, ballPayments: true }
