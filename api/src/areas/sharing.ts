import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, orNull } from '../shapes.ts'

/** A short id is eight letters and digits. */
const ShareId = Type.String({ minLength: 1, maxLength: 16 })

/**
 * A shared page. `path` is the page in the app with its query. `picture` (5:4), `code` (to scan) and `poster` are
 * addresses of pictures below the origin of the server. Only a card has a poster.
 */
export const Shared = Type.Object({
  shareId: Type.String(),
  kind: Type.Enum(['home', 'ball', 'card']),
  objectId: orNull(Id),
  title: Type.String(),
  path: Type.String(),
  picture: Type.String(),
  code: Type.String(),
  poster: orNull(Type.String()),
})
export type Shared = Static<typeof Shared>

export const sharePage = {
  method: 'POST',
  path: '/share/create',
  access: 'app',
  summary: 'A short id for a page that the caller shares',
  description: ['It is the same each time.'],
  errors: ['ball_not_found', 'user_not_found'],
  outcome: outcomes.share,
  body: Type.Object({ kind: Type.Enum(['home', 'ball', 'card']), objectId: Type.Optional(Id) }),
  data: Shared,
} satisfies Endpoint

export const renewShare = {
  method: 'POST',
  path: '/share/renew',
  access: 'app',
  summary: 'The caller gives a class, a game or their own card a new link',
  description: ['Earlier shared links stop working.', "`objectId` of a card is the caller's own id."],
  errors: ['ball_not_found', 'data_of_others', 'invitation_not_found', 'invitation_not_yours'],
  outcome: outcomes.renewShare,
  body: Type.Object({ kind: Type.Enum(['class', 'ball', 'card']), objectId: Id }),
  data: Type.Null(),
} satisfies Endpoint

export const openShare = {
  method: 'GET',
  path: '/share/:shareId',
  access: 'open',
  summary: 'The page that a short id opens',
  errors: ['share_not_found'],
  outcome: outcomes.share,
  params: Type.Object({ shareId: ShareId }),
  data: Shared,
} satisfies Endpoint
