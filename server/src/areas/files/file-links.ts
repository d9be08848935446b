import { createHmac, timingSafeEqual } from 'node:crypto'

/** What the query of a link says; texts as they came. */
export type LinkQuery = { until?: unknown; sign?: unknown }

/** Makes and checks links that open a private picture for a while, since an image element sends no token. */
export type FileLinks = {
  /** The address of a picture below the origin: of a private one with a signature that ends in ten minutes. */
  of(relativePath: string, now: Date): string
  /** Whether a link opens this very picture now. */
  isOf(query: LinkQuery, relativePath: string, now: Date): boolean
}

/** Long enough to look at a page, too short for a link that was passed on. */
const LINK_SECONDS = 600
/** What stands before a picture's path in its address. */
export const FILES_PATH = '/aaapi/files/'

/** Whether everybody may read a picture: the first part of its path says so. */
export const isPublic = (relativePath: string) => relativePath.startsWith('public/')

/** Links under one secret of the server; nothing is stored. Source: permission matrix, decision record 010 */
export function createFileLinks(secret: string): FileLinks {
  const signatureOf = (relativePath: string, until: string) =>
    createHmac('sha256', secret).update(`file-link|${until}|${relativePath}`).digest('base64url')
  return {
    of(relativePath, now) {
      if (isPublic(relativePath)) return FILES_PATH + relativePath
      const until = String(Math.floor(now.getTime() / 1000) + LINK_SECONDS)
      return `${FILES_PATH}${relativePath}?until=${until}&sign=${signatureOf(relativePath, until)}`
    },
    isOf({ until, sign }, relativePath, now) {
      if (typeof until !== 'string' || typeof sign !== 'string' || !/^\d{1,12}$/.test(until)) return false
      const [given, own] = [Buffer.from(sign), Buffer.from(signatureOf(relativePath, until))]
      return given.length === own.length && timingSafeEqual(given, own) && Number(until) * 1000 > now.getTime()
    },
  }
}
