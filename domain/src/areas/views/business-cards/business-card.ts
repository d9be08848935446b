import { type NameFault, nameFault } from '../../../kernel/name.ts'
import { isPhone, plainPhone } from '../../../kernel/phone.ts'

/** The five fixed templates of a business card, in their order. Source: specification §3 "Card" */
export const CARD_TEMPLATES = [
  { id: 'purple', name: '经典紫', description: '沉稳正式，适合教练', from: '#5B3FA6', to: '#34206F' },
  { id: 'blue', name: '海洋蓝', description: '冷静清爽，室外硬地', from: '#1B6FB8', to: '#0B3D74' },
  { id: 'orange', name: '日落橙', description: '热烈主动，红土与夜场', from: '#C4511C', to: '#8A2C12' },
  { id: 'green', name: '森林绿', description: '品牌本色，适合所有人', from: '#12805A', to: '#07482F' },
  { id: 'pink', name: '樱花粉', description: '轻快友好，混双与新手', from: '#B83F6B', to: '#7C1F45' },
] as const
/** The templates by their ids. */
export const TEMPLATE_IDS = ['purple', 'blue', 'orange', 'green', 'pink'] as const
export type CardTemplateId = (typeof TEMPLATE_IDS)[number]

/** The template of a card that was never saved. */
export const DEFAULT_TEMPLATE: CardTemplateId = 'green'

/**
 * The shortest time that saving a card takes, in milliseconds, so that the app can show that it is saving.
 * Source: specification §9
 */
export const CARD_SAVE_MS = 1000

/** How many characters each field of a card holds. */
export const CARD_LENGTHS = {
  name: 20,
  title: 20,
  company: 40,
  phone: 20,
  email: 80,
  address: 80,
  introduction: 200,
} as const
export type CardField = keyof typeof CARD_LENGTHS

/** The contact data of a card. It is for people with a relation to the owner, or with whom the card was shared. */
type CardContacts = { phone: string; email: string; address: string }

/** The public part of a card. Source: decision record 023 */
export function withoutContacts<Card extends CardContacts>(card: Card): Card {
  return { ...card, phone: '', email: '', address: '' }
}

/** Why a field cannot be saved with this value. */
export type CardFault = NameFault | 'too_long' | 'phone' | 'email'

/** The fields that state who a person is. Name and company may not impersonate the platform; titles name any work. */
const NAME_FIELDS = ['name', 'title', 'company'] as const

/** Letters, digits and a few signs. Such a value needs no content check before others see it. */
const EMAIL = /^[\w.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/

/**
 * What is wrong with a card, by field. Only the name is required. Blanks around a text do not count.
 * Source: specification §3 "Card"
 */
export function cardFaults(card: Readonly<Record<CardField, string>>): Partial<Record<CardField, CardFault>> {
  const faults: Partial<Record<CardField, CardFault>> = {}
  const { email } = card
  const phone = plainPhone(card.phone)
  for (const field of NAME_FIELDS) {
    const fault = field === 'name' || card[field].trim() !== '' ? nameFault(card[field]) : undefined
    if (fault && !(field === 'title' && fault === 'official')) faults[field] = fault
  }
  if (phone !== '' && !isPhone(phone)) faults.phone = 'phone'
  if (email.trim() !== '' && !EMAIL.test(email.trim())) faults.email = 'email'
  for (const field of Object.keys(CARD_LENGTHS) as CardField[]) {
    const text = field === 'phone' ? phone : card[field].trim()
    if (text.length > CARD_LENGTHS[field]) faults[field] = 'too_long'
  }
  return faults
}
