import { createHmac, timingSafeEqual } from 'node:crypto'

/** The query of a signed link, unchecked. */
export type LinkQuery = { until?: unknown; sign?: unknown }

/** Makes and checks links that open a private picture for a limited time, since an image element sends no token. */
export type FileLinks = {
  /**
   * The address of a picture below the origin. For a private picture it has a signature that is valid for ten minutes.
   */
  of(relativePath: string, now: Date): string
  /** Whether the query is a valid link to this picture now. */
  isOf(query: LinkQuery, relativePath: string, now: Date): boolean
}

/** Long enough to look at a page, too short for a link that is passed on. */
const LINK_SECONDS = 600
/** The prefix of a picture's path in its address. */
export const FILES_PATH = '/aaapi/files/'

/** Whether everybody may read a picture. The first part of its path decides. */
export const isPublic = (relativePath: string) => relativePath.startsWith('public/')

/**
 * Creates links that are signed with one secret of the server. Nothing is stored.
 * Source: permission matrix, decision record 010
 */
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
