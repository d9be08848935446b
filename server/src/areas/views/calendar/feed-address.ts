import type { ShareTokens } from '../../activities/classes/share-token.ts'

/** The path below the API where calendar programs read a person's calendar. */
export const FEED_PATH = '/calendar/feed'

/** The user and the version of a feed address. */
export type FeedAddress = { userId: string; version: number }

const FILE_NAME = /^((\d{1,19})-(\d{1,9}))-([A-Za-z0-9_-]+)\.ics$/

/** The secret file name of a feed. It is signed over user and version, so a new version invalidates the old address. */
export function feedFileName({ userId, version }: FeedAddress, tokens: ShareTokens): string {
  const signed = `${userId}-${version}`
  return `${signed}-${tokens.of(signed)}.ics`
}

/** Reads the user and version from a file name; undefined when our signature is missing or wrong. */
export function readFeedFileName(fileName: string, tokens: ShareTokens): FeedAddress | undefined {
  const [, signed, userId, version, token] = FILE_NAME.exec(fileName) ?? []
  if (!signed || !userId || !version || !token || !tokens.isOf(token, signed)) return undefined
  return { userId, version: Number(version) }
}
