import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Id, orNull } from '../../shapes.ts'

/** A short id is eight letters and digits. */
const ShareId = Type.String({ minLength: 1, maxLength: 16 })

/**
 * A shared page. `path` is the page in the app with its query. `picture` (5:4), `code` (to scan) and `poster` are
 * addresses of pictures below the origin of the server. Only a card and a coach have a poster.
 */
export const Shared = Type.Object({
  shareId: Type.String(),
  kind: Type.Enum(['home', 'ball', 'card', 'coach']),
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
  body: Type.Object({ kind: Type.Enum(['home', 'ball', 'card', 'coach']), objectId: Type.Optional(Id) }),
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

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Short links to shared pages, with their pictures, and renewing a link so that earlier ones stop working.',
  fields: {
    shareId: 'The short id under which the page is shared: eight letters and digits.',
    'Shared.kind': 'The page that is shared: home, ball game, player card, or the page of a coach.',
    'sharePage.kind': 'The page that is shared: home, ball game, player card, or the page of a coach.',
    'renewShare.kind': "The object whose link is renewed: class, ball game, or the caller's card.",
    objectId: "The id of the game, of the card's owner, or of the coach; null for the home page.",
    'renewShare.objectId': "The id of the class or game, or the caller's user id for a card.",
    title: 'The title of the shared page.',
    path: 'The route of the page in the app, with its query.',
    'Shared.picture': "The address of the picture for chats (5:4), below the server's origin.",
    'Shared.code': "The address of the code to scan, below the server's origin.",
    poster: "The address of the poster, below the server's origin; null for a game and the home page.",
    'readSharePicture.picture': "The name of the picture's file, as the answer of the share names it.",
    Shared: 'A page that is shared, with its pictures.',
  },
}
