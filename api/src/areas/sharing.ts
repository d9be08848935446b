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

/** A short id for a page that the caller shares. It is the same each time. */
export const sharePage = {
  method: 'POST',
  path: '/share/create',
  access: 'app',
  summary: '生成分享',
  outcome: outcomes.share,
  body: Type.Object({ kind: Type.Enum(['home', 'ball', 'card']), objectId: Type.Optional(Id) }),
  data: Shared,
} satisfies Endpoint

/**
 * The caller gives a class, a game or their own card a new link. Earlier shared links stop working. `objectId` of a
 * card is the caller's own id.
 */
export const renewShare = {
  method: 'POST',
  path: '/share/renew',
  access: 'app',
  summary: '重置分享链接',
  outcome: outcomes.renewShare,
  body: Type.Object({ kind: Type.Enum(['class', 'ball', 'card']), objectId: Id }),
  data: Type.Null(),
} satisfies Endpoint

/** The page that a short id opens. */
export const openShare = {
  method: 'GET',
  path: '/share/:shareId',
  access: 'open',
  summary: '打开分享',
  outcome: outcomes.share,
  params: Type.Object({ shareId: ShareId }),
  data: Shared,
} satisfies Endpoint
