import type { CardFault, CardField } from '@paidang/domain/areas/business-cards/business-card'
import { CARD_LENGTHS, cardFaults } from '@paidang/domain/areas/business-cards/business-card'
import type { CardForm } from './card-form'

const NAMES: Record<CardField, string> = {
  name: '姓名',
  title: '头衔',
  company: '俱乐部或单位',
  phone: '电话',
  email: '邮箱',
  address: '地址',
  introduction: '介绍',
}

/** The name of a field on the screen. */
export const fieldName = (field: CardField): string => NAMES[field]

const SENTENCES: Record<CardFault, (field: CardField) => string> = {
  missing: (field) => `请填写${NAMES[field]}`,
  hidden: (field) => `${NAMES[field]}不能包含看不见的控制字符`,
  official: (field) => `${NAMES[field]}不能使用客服、官方、平台等字样`,
  too_long: (field) => `${NAMES[field]}最多 ${CARD_LENGTHS[field]} 个字`,
  phone: () => '请填写正确的电话，例如 138 0000 0000',
  email: () => '请填写正确的邮箱，例如 me@example.com',
}

/** The faults of a draft, as one sentence for each field. */
export function draftFaults(draft: CardForm): Partial<Record<CardField, string>> {
  const faults = Object.entries(cardFaults(draft)) as [CardField, CardFault][]
  return Object.fromEntries(faults.map(([field, fault]) => [field, SENTENCES[fault](field)]))
}

/** Whether a draft differs from its beginning. */
export function isChanged(begin: CardForm, draft: CardForm): boolean {
  return (Object.keys(begin) as (keyof CardForm)[]).some((key) => begin[key] !== draft[key])
}
