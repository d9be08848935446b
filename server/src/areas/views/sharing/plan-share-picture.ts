import { createHash } from 'node:crypto'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { FileStore } from '../../ground/files/file-store.ts'
import { drawBallPicture } from './drawings/ball-picture.ts'
import { drawCardPicture } from './drawings/card-picture.ts'
import { drawCardPoster } from './drawings/card-poster.ts'
import { drawCodePicture } from './drawings/code-picture.ts'
import { drawHomePicture } from './drawings/home-picture.ts'
import { gradientOf } from './drawings/templates.ts'
import type { Codes } from './make-codes.ts'
import type { OpenShare } from './open-share.ts'
import { PAGES } from './present-share.ts'
import { type Portrait, readPortrait } from './read-portrait.ts'

/**
 * A picture before it is drawn. An equal `etag` means an equal picture. `draw` makes the complete SVG, with its
 * pictures.
 */
export type PlannedPicture = { etag: string; draw(): Promise<string> }

type Tools = { store: Pick<FileStore, 'open'>; codes: Codes; webAddress: string }

/**
 * Plans a picture of a shared page by its name: `picture.png` (5:4), `code.png`, or for a card `poster.png`.
 *
 * @throws ApiError share_not_found for every other name
 * Source: decision record 019
 */
export async function planSharePicture(
  shared: OpenShare,
  picture: string,
  { store, codes, webAddress }: Tools,
): Promise<PlannedPicture> {
  const { kind, shareId } = shared
  const address = `${webAddress}/#/${PAGES[kind]}${kind === 'home' ? '' : `?i=${shareId}`}`
  const code = () => codes.of({ kind, shareId, address })
  if (picture === 'code.png') {
    const ink = kind === 'card' ? gradientOf(shared.card.templateId).to : undefined
    return drawn(drawCodePicture(await code(), ink))
  }
  if (picture === 'picture.png' && kind === 'home') return drawn(drawHomePicture())
  if (picture === 'picture.png' && kind === 'ball') return drawn(drawBallPicture(shared.ball))
  if (kind !== 'card' || (picture !== 'picture.png' && picture !== 'poster.png')) throw new ApiError('share_not_found')
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
