import { createHmac, timingSafeEqual } from 'node:crypto'

/** Makes and checks the tokens of share links. */
export type ShareTokens = {
  /** The token of a class: the same for whoever shares it, 22 characters of base64url. */
  of(invitationId: string): string
  /** Whether a token is that of the class; how long it opens the class is the class's affair. */
  isOf(token: string, invitationId: string): boolean
}

/** 22 characters of base64url carry 132 bits. */
const TOKEN_LENGTH = 22

/**
 * The tokens of share links under one secret of the server. Nothing is stored: a token is computed from the class's id, and
 * dies with the class or the secret. Source: decision "The life of a class invitation", join
 */
export function createShareTokens(secret: string): ShareTokens {
  const of = (invitationId: string) =>
    createHmac('sha256', secret).update(`class-share|${invitationId}`).digest('base64url').slice(0, TOKEN_LENGTH)
  return {
    of,
    isOf(token, invitationId) {
      const [given, own] = [Buffer.from(token), Buffer.from(of(invitationId))]
      return given.length === own.length && timingSafeEqual(given, own)
    },
  }
}
