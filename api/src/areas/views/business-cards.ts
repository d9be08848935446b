import { CARD_LENGTHS, TEMPLATE_IDS } from '@paidang/domain/areas/views/business-cards/business-card'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, freeText, Id, orNull, Revision, seen } from '../../shapes.ts'
import { PendingContent } from '../ground/content.ts'
import { PlayerView } from '../people/profile.ts'

/** A business card. If it was never saved, it is generated from the profile. Source: specification §3 "Card" */
export const BusinessCard = Type.Object({
  userId: Id,
  templateId: Type.Enum([...TEMPLATE_IDS]),
  name: Type.String(),
  title: Type.String(),
  company: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  address: Type.String(),
  introduction: Type.String(),
  avatar: orNull(Type.String()),
  isSaved: Type.Boolean(),
  /** Only its owner's calls answer it, since nobody else can change the card. */
  revision: Type.Optional(Revision),
  /** Visible only to its owner. */
  pending: PendingContent,
})
export type BusinessCard = Static<typeof BusinessCard>

/** Source: specification §7 "cards/multiCards", permission matrix. */
export const multiCards = {
  method: 'POST',
  path: '/cards/multiCards',
  access: 'app',
  summary: 'The cards of these users, in the requested order',
  description: [
    'Users who are hidden from the caller, or have no relation to the caller, are left out.',
    'Such ids are counted by the day.',
  ],
  errors: ['strangers_too_many'],
  outcome: outcomes.readCard,
  reads: true,
  body: Type.Object({ userIds: Type.Array(Id, { minItems: 1, maxItems: 50 }) }),
  data: Type.Array(BusinessCard),
} satisfies Endpoint

/** Source: specification §3 "Card". */
export const saveCard = {
  method: 'POST',
  path: '/cards/save',
  access: 'app',
  summary: "Saves the caller's card",
  errors: ['card_invalid', 'card_name_official', 'content_rejected', 'file_not_found', 'revision_outdated'],
  outcome: outcomes.save,
  body: Type.Object({
    templateId: Type.Enum([...TEMPLATE_IDS]),
    name: freeText(CARD_LENGTHS.name, 1),
    title: freeText(CARD_LENGTHS.title),
    company: freeText(CARD_LENGTHS.company),
    phone: freeText(MAX_TYPED_PHONE),
    email: freeText(CARD_LENGTHS.email),
    address: freeText(CARD_LENGTHS.address),
    introduction: freeText(CARD_LENGTHS.introduction),
    avatar: orNull(Type.String({ maxLength: 200 })),
    ...seen,
  }),
  data: BusinessCard,
} satisfies Endpoint

/**
 * The player card that can be shared: profile, numbers and business card. `like` is the completed class for which the
 * caller may like the player, or already did. It is null when they shared no class.
 */
export const PlayerCard = Type.Object({
  player: PlayerView,
  card: BusinessCard,
  like: orNull(Type.Object({ relatedId: Id, recordId: orNull(Id), isCoach: Type.Boolean() })),
  /** The caller's own blacklist entry about this player. */
  blacklistId: orNull(Id),
  isOwn: Type.Boolean(),
})
export type PlayerCard = Static<typeof PlayerCard>

/** Source: specification §1, permission matrix, decision records 019 and 023. */
export const readPlayerCard = {
  method: 'GET',
  path: '/cards/player/:id',
  access: 'open',
  summary: 'One player card, for a logged-in caller or for a guest',
  description: [
    'A guest needs the short id `i` under which it was shared.',
    'Without that id, phone, e-mail and address are empty for a caller who has no relation to its owner.',
  ],
  errors: ['session_expired', 'strangers_too_many', 'user_not_found'],
  outcome: outcomes.loadCard,
  params: ById,
  query: Type.Object({ i: Type.Optional(Type.String({ maxLength: 16 })) }),
  data: PlayerCard,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Business cards of users, and the player card: profile, numbers and business card on one page that can be shared.',
  fields: {
    templateId: 'The design of the card: purple 经典紫, blue 海洋蓝, orange 日落橙, green 森林绿, or pink 樱花粉.',
    'BusinessCard.userId': "The user id of the card's owner.",
    name: 'The name on the card.',
    title: 'The position or title on the card; may be empty.',
    company: 'The company on the card; may be empty.',
    phone: 'The phone number on the card; empty when its owner states none, or for a stranger.',
    email: 'The e-mail address on the card; empty when its owner states none, or for a stranger.',
    address: 'The address on the card; empty when its owner states none, or for a stranger.',
    introduction: "How the card's owner introduces themselves; may be empty.",
    avatar: 'The picture on the card: its path below /aaapi/files/, null without one.',
    isSaved: 'Whether the owner ever saved the card; else it is made from the profile.',
    'PlayerCard.player': "The profile of the card's owner.",
    'PlayerCard.card': 'The business card of the same person.',
    like: 'The completed class for which the caller may like the player, or did; null without one.',
    relatedId: 'The id of that class.',
    recordId: "The id of the caller's like, with which it is taken back; null before it.",
    isCoach: "Whether the card's owner was the coach of that class.",
    blacklistId: "The id of the caller's blacklist entry about the player; null without one.",
    isOwn: "Whether the card is the caller's own.",
    userIds: 'The ids of the users whose cards are wanted.',
    i: 'The short id under which the card was shared; a guest needs it.',
    id: "The user id of the card's owner.",
    BusinessCard: 'A shareable card of a person; never saved, it is made from the profile.',
    PlayerCard: "A person's profile, numbers and business card on one page.",
  },
}
