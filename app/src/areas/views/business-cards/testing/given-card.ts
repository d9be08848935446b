import type { BusinessCard, PlayerCard } from '@paidang/api/areas/views/business-cards'
import type { Shared } from '@paidang/api/areas/views/sharing'
import { givenPlayer } from '../../../people/profile/testing/given-player'

/** The business card of 林知夏. */
export function givenCard(over: Partial<BusinessCard> = {}): BusinessCard {
  return {
    userId: '10',
    templateId: 'green',
    name: '林知夏',
    title: '周末双打常驻',
    company: '星湖网球',
    phone: '138 0000 0009',
    email: 'lin@example.com',
    address: '',
    introduction: '底线相持型，正在练反手切削。',
    avatar: null,
    isSaved: true,
    revision: 4,
    pending: [],
    ...over,
  }
}

/** The card of 林知夏 as the owner reads it. */
export function givenPlayerCard(over: Partial<PlayerCard> = {}): PlayerCard {
  return { player: givenPlayer(), card: givenCard(), like: null, blacklistId: null, isOwn: true, ...over }
}

/** The shared card of 林知夏. */
export function givenShared(over: Partial<Shared> = {}): Shared {
  const below = '/aaapi/share/Ab12Cd34'
  return {
    shareId: 'Ab12Cd34',
    kind: 'card',
    objectId: '10',
    title: '林知夏的球员名片',
    path: '/pages/user_card/index?id=10&i=Ab12Cd34',
    picture: `${below}/picture.png`,
    code: `${below}/code.png`,
    poster: `${below}/poster.png`,
    ...over,
  }
}
