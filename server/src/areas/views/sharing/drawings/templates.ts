import { CARD_TEMPLATES, type CardTemplateId } from '@paidang/domain/areas/business-cards/business-card'

/** A gradient of two colours, the first at the top. */
export type Gradient = { from: string; to: string }

/** The colours of the product itself. Source: UX "Colours" */
export const BRAND: Gradient = { from: '#0A7F54', to: '#07563B' }

/** The colours of a template. */
export function gradientOf(id: CardTemplateId): Gradient {
  return CARD_TEMPLATES.find((template) => template.id === id) ?? BRAND
}

/** The colours of texts and marks on the grounds. Source: UX "Colours" */
export const INK = {
  white: '#FFFFFF',
  lime: '#D7F04A',
  onLime: '#0B3325',
  page: '#F5F4F0',
  strong: '#1B1A16',
  quiet: '#6B665B',
} as const
