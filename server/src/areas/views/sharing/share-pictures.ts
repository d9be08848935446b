import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { studentInvitationPoster } from '@paidang/api/areas/activities/student-invitations'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { renderPng } from '../../../drawing/render-png.ts'
import { accountOf } from '../../../http/account-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isKnown } from '../../../http/if-none-match.ts'
import { originOf } from '../../../http/origin.ts'
import { assertPolicy } from '../../../http/permission-matrix.ts'
import { API_PREFIX, type Handled } from '../../../http/serve.ts'
import { hasUnstorableText } from '../../../http/validation.ts'
import { openByToken } from '../../activities/student-invitations/student-invitations.ts'
import type { FileStore } from '../../ground/files/file-store.ts'
import { type WechatClient, WechatRefusal, WechatUnavailable } from '../../ground/wechat/wechat-client.ts'
import { drawCardPoster } from './drawings/card-poster.ts'
import { drawBallPicture, drawCardPicture, drawCodePicture, drawHomePicture } from './drawings/chat-pictures.ts'
import { drawInvitationPoster } from './drawings/invitation-poster.ts'
import { type CodeArt, gradientOf, pictureCode, textCode } from './drawings/parts.ts'
import { type OpenShare, openShare, PAGES } from './sharing.ts'

/** Long enough for a chat that shows the picture twice, short enough to show a seat that was just taken. */
const CACHING_SECONDS = 60
const KEPT_BYTES = 33_554_432

/**
 * How many codes stay in memory. A mini-program's code never changes and has about 40 KB.
 * Source: WeChat documents, getUnlimitedQRCode
 */
const KEPT_CODES = 500
const CODE_WIDTH = 430
/** After a failure WeChat is not asked again for the same code for this long. */
const PAUSE_MS = 60_000

/** Twice the pixels of the largest portrait. */
const PORTRAIT_SIDE = 336

/** A picture before it is drawn. An equal `etag` means an equal picture. `draw` makes the SVG, with its pictures. */
type PlannedPicture = { etag: string; draw(): Promise<string> }

/** Makes the code that leads to a page with a query when scanned; `address` is that page on the web. */
type CodeOf = (aim: { page: string; scene: string; address: string }) => Promise<CodeArt>

/** A person's picture for a drawing. Equal pictures have an equal `key`; `load` returns a data address. */
type Portrait = { key: string; load(): Promise<string> }

/**
 * Makes codes of the mini-program. Where it is not connected, or WeChat gives none, the code leads to the web app.
 * Codes of the mini-program are kept.
 */
function createCodes(wechat: WechatClient | undefined, onFault: (error: Error) => void): CodeOf {
  const kept = new LRUCache<string, CodeArt | 'refused'>({ max: KEPT_CODES })
  return async ({ page, scene, address }) => {
    if (!wechat) return textCode(address)
    const known = kept.get(scene)
    if (known !== undefined) return known === 'refused' ? textCode(address) : known
    try {
      const bytes = await wechat.miniProgramCode({ scene, page, width: CODE_WIDTH })
      const { default: sharp } = await import('sharp')
      const code = pictureCode(await sharp(bytes).png().toBuffer())
      kept.set(scene, code)
      return code
    } catch (error) {
      if (!(error instanceof WechatRefusal || error instanceof WechatUnavailable)) throw error
      onFault(error)
      kept.set(scene, 'refused', { ttl: PAUSE_MS })
      return textCode(address)
    }
  }
}

/** The picture under a path; undefined when there is none. */
async function readPortrait(store: FileStore, relativePath: string | null): Promise<Portrait | undefined> {
  if (relativePath === null) return undefined
  const picture = await store.open(relativePath).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'file_not_found') return undefined
    throw error
  })
  if (!picture) return undefined
  await picture.close()
  return {
    key: `${relativePath} ${picture.etag}`,
    async load() {
      const opened = await store.open(relativePath)
      const { default: sharp } = await import('sharp')
      const png = await sharp(await buffer(opened.stream()))
        .resize(PORTRAIT_SIDE, PORTRAIT_SIDE, { fit: 'cover' })
        .png()
        .toBuffer()
      return `data:image/png;base64,${png.toString('base64')}`
    },
  }
}

/**
 * Plans a picture of a shared page by its name: `picture.png` (5:4), `code.png`, or for a card or a coach `poster.png`.
 *
 * @throws ApiError share_not_found for every other name
 * Source: decision record 019
 */
async function planPicture(
  shared: OpenShare,
  picture: string,
  { store, codeOf, webAddress }: { store: FileStore; codeOf: CodeOf; webAddress: string },
): Promise<PlannedPicture> {
  const { kind, shareId } = shared
  const [page, scene] = [PAGES[kind], `i=${shareId}`]
  const address = `${webAddress}/#/${page}${kind === 'home' ? '' : `?${scene}`}`
  const code = () => codeOf({ page, scene, address })
  if (picture === 'code.png') {
    const ink = kind === 'card' || kind === 'coach' ? gradientOf(shared.card.templateId).to : undefined
    return drawn(drawCodePicture(await code(), ink))
  }
  if (picture === 'picture.png' && kind === 'home') return drawn(drawHomePicture())
  if (picture === 'picture.png' && kind === 'ball') return drawn(drawBallPicture(shared.ball))
  const isPerson = kind === 'card' || kind === 'coach'
  if (!isPerson || (picture !== 'picture.png' && picture !== 'poster.png')) throw new ApiError('share_not_found')
  const portrait = await readPortrait(store, shared.card.avatar)
  if (picture === 'picture.png') return drawnWith(portrait, (href) => drawCardPicture({ ...shared, portrait: href }))
  const art = await code()
  return drawnWith(portrait, (href) => drawCardPoster({ ...shared, portrait: href }, art))
}

const drawn = (svg: string): PlannedPicture => ({ etag: etagOf(svg), draw: async () => svg })

/** Draws with the portrait's key instead of its bytes to get the tag. The bytes are then read only when needed. */
function drawnWith(portrait: Portrait | undefined, draw: (href: string | undefined) => string): PlannedPicture {
  return { etag: etagOf(draw(portrait?.key)), draw: async () => draw(await portrait?.load()) }
}

function etagOf(content: string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
}

function servePictures(app: FastifyInstance, codeOf: CodeOf): void {
  const { publicUrl, fileStore: store } = app
  const kept = new LRUCache<string, Buffer, { picture: PlannedPicture; account: string }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
    // Requests for a picture that is being drawn wait for the same drawing.
    fetchMethod: async (_etag, _stale, { context: { picture, account } }) => renderPng(await picture.draw(), account),
  })
  // Without a configured address the code leads to the address that this caller reached, so no shared cache may store
  // it.
  const caching = `${publicUrl === undefined ? 'private' : 'public'}, max-age=${CACHING_SECONDS}`

  assertPolicy(app.permissionMatrix, 'GET', '/share/{shareId}/{picture}', 'open')
  app.get<{ Params: { shareId: string; picture: string } }>(
    `${API_PREFIX}/share/:shareId/:picture`,
    {
      config: { errors: ['share_not_found'] },
      schema: {
        operationId: 'readSharePicture',
        summary: 'A picture of a shared page',
        description: '`picture.png` is 5:4, `code.png` is to be scanned, and `poster.png` is the poster of a card.',
        tags: ['sharing'],
        produces: ['image/png'],
      },
    },
    async (request, reply) => {
      const { shareId, picture } = request.params
      const id = hasUnstorableText(request.params) ? '' : shareId
      const origin = originOf(request)
      // The short id alone opens its pictures: an image element sends no token.
      const shared = await openShare(app.db, id, { actorId: undefined, now: app.now(), origin })
      const planned = await planPicture(shared, picture, { store, codeOf, webAddress: publicUrl ?? origin })
      reply.header('cache-control', caching).header('etag', planned.etag)
      // The mini-program and a web app on another origin also show these pictures.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      if (isKnown(request.headers['if-none-match'], planned.etag)) return reply.status(304).send()
      const context = { picture: planned, account: accountOf(request) }
      return reply.type('image/png').send(await kept.forceFetch(planned.etag, { context }))
    },
  )
}

const INVITATION_PAGE = 'bookingClass/pages/student_invitation/index'

/** The secret of the link is drawn as a code, and stays out of addresses and their logs. */
const invitationPoster =
  (codeOf: CodeOf) =>
  async ({ body: { token }, user: { id: userId }, db, now, app, request }: Handled<typeof studentInvitationPoster>) => {
    const { shown } = await openByToken(db, token, { userId, now })
    if (shown.standing !== 'SELF' || shown.state !== 'PENDING') throw new ApiError('student_invitation_not_found')
    const scene = `t=${token}`
    const address = `${app.publicUrl ?? originOf(request)}/#/${INVITATION_PAGE}?${scene}`
    const portrait = await readPortrait(app.fileStore, shown.coach.avatar)
    const code = await codeOf({ page: INVITATION_PAGE, scene, address })
    const png = await renderPng(drawInvitationPoster(shown, await portrait?.load(), code), accountOf(request))
    return { fileName: '学员邀请.png', contentType: 'image/png', base64: png.toString('base64') }
  }

/** @param wechat undefined when the mini-program is not connected */
export default (wechat: WechatClient | undefined) =>
  plugin([
    (app) => {
      const codeOf = createCodes(wechat, (error) => app.log.warn({ err: error }, 'code of the mini-program'))
      servePictures(app, codeOf)
      handle(studentInvitationPoster, invitationPoster(codeOf))(app)
    },
  ])
