import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@paidang/api/catalogue/errors'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations } from '../../../tables/classes.ts'
import { openClass, type ShareLink } from './open-class.ts'

/** Makes and checks the tokens of share links. */
export type ShareTokens = {
  /** The token of a class, game or calendar: the same for everybody who shares it, 22 characters of base64url. */
  of(id: string, version?: number): string
  /** Whether a token belongs to the class, game or calendar. How long it opens it is decided elsewhere. */
  isOf(token: string, id: string, version?: number): boolean
}

/** 22 characters of base64url carry 132 bits. */
const TOKEN_LENGTH = 22

/** What a token opens. The token of a class opens no game with the same id. */
type ShareKind = 'class' | 'ball' | 'calendar'

/**
 * The tokens of share links under one secret of the server. Nothing is stored. A token is computed from the id of its
 * class, game or calendar. It ends with that object or the secret. A class or game counts how often its link was
 * renewed. The token of another `version` (default 0) no longer opens it.
 *
 * Source: decision "The life of a class invitation", join
 */
export function createShareTokens(secret: string, kind: ShareKind = 'class'): ShareTokens {
  const of = (id: string, version = 0) => {
    const named = version === 0 ? id : `${id}|${version}`
    return createHmac('sha256', secret).update(`${kind}-share|${named}`).digest('base64url').slice(0, TOKEN_LENGTH)
  }
  return {
    of,
    isOf(token, id, version) {
      const [given, own] = [Buffer.from(token), Buffer.from(of(id, version))]
      return given.length === own.length && timingSafeEqual(given, own)
    },
  }
}

/** A token as the share link of a class; undefined without a token. */
export async function shareLinkOf(
  db: Database,
  tokens: ShareTokens,
  { invitationId, share, now }: { invitationId: string; share: string | undefined; now: Date },
): Promise<ShareLink | undefined> {
  if (share === undefined) return undefined
  const [row] = await db
    .select({ version: invitations.shareVersion })
    .from(invitations)
    .where(eq(invitations.id, invitationId))
  return { isValid: tokens.isOf(share, invitationId, row?.version ?? 0), now }
}

/**
 * The initiator or the coach renews the share link of a class. Former links no longer open it.
 *
 * @throws ApiError invitation_not_found, invitation_not_yours
 * Source: decision record 023
 */
export async function renewClassLink(
  tx: Database,
  { invitationId, actorId }: { invitationId: string; actorId: string },
): Promise<void> {
  const { role } = await openClass(tx, invitationId, actorId)
  if (role !== 'initiator' && role !== 'coach') throw new ApiError('invitation_not_yours')
  const shareVersion = sql`${invitations.shareVersion} + 1`
  await tx.update(invitations).set({ shareVersion }).where(eq(invitations.id, invitationId))
}
