import type { BusinessCard } from '@paidang/api/areas/business-cards'
import { CARD_LENGTHS, DEFAULT_TEMPLATE } from '@paidang/domain/areas/business-cards/business-card'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import type { CardOwner } from './queries.ts'

/**
 * A user's card: the saved one, otherwise one made from the profile. It leaves out what waits for approval.
 *
 * Source: decision record 019
 */
export function presentCard({ saved, ...owner }: CardOwner): BusinessCard {
  if (!saved) return cardOfProfile(owner)
  const { savedAt: _savedAt, ...card } = saved
  return { ...card, isSaved: true, revision: owner.revision, pending: [] }
}

function cardOfProfile({
  id,
  nickname,
  avatar,
  userType,
  description,
  revision,
  companyName,
}: Omit<CardOwner, 'saved'>): BusinessCard {
  return {
    userId: id,
    templateId: DEFAULT_TEMPLATE,
    name: cut(nickname, CARD_LENGTHS.name),
    title: userType === USER_TYPES.PLAYER ? '网球爱好者' : '网球教练',
    company: cut(companyName ?? '', CARD_LENGTHS.company),
    phone: '',
    email: '',
    address: '',
    introduction: cut(description, CARD_LENGTHS.introduction),
    avatar,
    isSaved: false,
    revision,
    pending: [],
  }
}

/** Never cuts a character in half, so the form accepts the text unchanged. */
function cut(text: string, length: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > length) break
    kept += character
  }
  return kept
}
