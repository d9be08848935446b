import type { ShareTokens } from '../classes/share-token.ts'

/** Below the API: where calendar programs read a person's calendar. */
export const FEED_PATH = '/calendar/feed'

/** Whose feed an address means, and under which version. */
export type FeedAddress = { userId: string; version: number }

const FILE_NAME = /^((\d{1,19})-(\d{1,9}))-([A-Za-z0-9_-]+)\.ics$/

/** The file name of a feed, which is its secret: signed over user and version, so that a new version ends the old address. */
export function feedFileName({ userId, version }: FeedAddress, tokens: ShareTokens): string {
  const signed = `${userId}-${version}`
  return `${signed}-${tokens.of(signed)}.ics`
}

/** What a file name means, when it is signed by us. */
export function readFeedFileName(fileName: string, tokens: ShareTokens): FeedAddress | undefined {
  const [, signed, userId, version, token] = FILE_NAME.exec(fileName) ?? []
  if (!signed || !userId || !version || !token || !tokens.isOf(token, signed)) return undefined
  return { userId, version: Number(version) }
}
