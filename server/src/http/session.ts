import { MOVES_MONEY, type StaffRole, USER_TYPES } from '@paidang/domain/kernel/access'
import { createSigner, createVerifier, TokenError } from 'fast-jwt'
import { LRUCache } from 'lru-cache'

/** The lifetime of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 7200

/** The prefix of the change feed's topic for a revoked or changed session; the id follows. */
export const SESSION_TOPIC = 'session|'

/** The calling user, from the token and the stored session. */
export type AppUser = { id: string; sessionId: string; userType: number }

/** The stored state of a session: its user, and whether it was revoked. */
type SessionState = { userId: string; userType: number; isRevoked: boolean }

/**
 * The calling staff member. `merchantId` is the shop of a shop's staff. A given password was made by a colleague, who
 * knows it. With a second factor the log-in needs a code as well.
 */
export type StaffUser = {
  id: string
  sessionId: string
  role: Exclude<StaffRole, 'company'>
  merchantId: string | null
  isPasswordGiven: boolean
  hasFactor: boolean
}

/** A company's admin in the console, who came from the app; `id` is that of the user. */
export type CompanyAdmin = { id: string; sessionId: string; companyId: string }

type StaffSessionState = Omit<StaffUser, 'id' | 'sessionId'> & { staffId: string; isRevoked: boolean }
type AdminSessionState = { userId: string; companyId: string; isRevoked: boolean }

/** Reads a staff session; undefined when there is none. The wiring provides it, like LookUpSession. */
type LookUpStaffSession = (sessionId: string) => Promise<StaffSessionState | undefined>

/** Like LookUpStaffSession, for a session of a company's admin. */
type LookUpAdminSession = (sessionId: string) => Promise<AdminSessionState | undefined>

/** Reads a session; undefined when there is none. The wiring provides it, since sessions belong to the area auth. */
type LookUpSession = (sessionId: string) => Promise<SessionState | undefined>

type Claims = { sub: string; sid: string; aud: 'app' | 'staff' | 'company'; exp: number }

/** The kind of caller that a bearer token proves. */
export type Caller =
  | { kind: 'guest' }
  | { kind: 'app'; user: AppUser; expiresAtMs: number }
  | { kind: 'staff'; staff: StaffUser }
  | { kind: 'company'; admin: CompanyAdmin }
  | { kind: 'expired' }

/**
 * Sessions are cached in memory for this long. A revocation elsewhere removes the entry at once through the change
 * feed.
 */
const SESSION_CACHE_MS = 30_000
const SESSION_CACHE_SIZE = 20_000

/** Signs and reads access tokens, and knows which sessions are active. */
export type Sessions = {
  sign(claims: { userId: string; sessionId: string }): string
  /** Like `sign`, for a token that opens staff calls only. */
  signStaff(claims: { staffId: string; sessionId: string }): string
  /** Like `sign`, for a token that opens the calls of a company's admin in the console. */
  signAdmin(claims: { userId: string; sessionId: string }): string
  /** Synchronous when the session is cached, which is nearly always so. */
  callerOf(authorization: string | undefined): Caller | Promise<Caller>
  /** Whether a staff member must set up a second factor before doing anything else. */
  lacksFactor(staff: Pick<StaffUser, 'role' | 'hasFactor'>): boolean
  forget(sessionId: string): void
  forgetAll(): void
}

/**
 * Creates the token manager of one process. Tokens are HS256 with the audience `app`, `staff` or `company`. Instants
 * come from `now`.
 */
export function createSessions({
  secret,
  lookUp,
  lookUpStaff,
  lookUpAdmin,
  demandsFactor,
  now,
}: {
  secret: string
  lookUp: LookUpSession
  lookUpStaff: LookUpStaffSession
  lookUpAdmin: LookUpAdminSession
  /** Whether staff who move money need a second factor. */
  demandsFactor: boolean
  now: () => Date
}): Sessions {
  const sign = createSigner({ key: secret, algorithm: 'HS256', noTimestamp: true })
  // The expiry is compared with our own clock, so that tests can move it. The signature is checked once per token. The
  // verifier's own cache would hash the token at every lookup.
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], ignoreExpiration: true })
  const verified = new LRUCache<string, Claims>({ max: SESSION_CACHE_SIZE })
  const known = new LRUCache<string, SessionState>({ max: SESSION_CACHE_SIZE, ttl: SESSION_CACHE_MS })

  const lookUpAndCache = async (sessionId: string): Promise<SessionState | undefined> => {
    const facts = await lookUp(sessionId)
    if (facts) known.set(sessionId, facts)
    return facts
  }

  const callerBy = ({ sub, sid, exp }: Claims, facts: SessionState | undefined): Caller =>
    !facts || facts.isRevoked || facts.userId !== sub
      ? { kind: 'expired' }
      : { kind: 'app', user: { id: sub, sessionId: sid, userType: facts.userType }, expiresAtMs: exp * 1000 }

  // Staff are few, and their permissions are decided again at each call.
  const staffBy = async ({ sub, sid }: Claims): Promise<Caller> => {
    const facts = await lookUpStaff(sid)
    if (!facts || facts.isRevoked || facts.staffId !== sub) return { kind: 'expired' }
    const { role, merchantId, isPasswordGiven, hasFactor } = facts
    return { kind: 'staff', staff: { id: sub, sessionId: sid, role, merchantId, isPasswordGiven, hasFactor } }
  }
  const adminBy = async ({ sub, sid }: Claims): Promise<Caller> => {
    const facts = await lookUpAdmin(sid)
    if (!facts || facts.isRevoked || facts.userId !== sub) return { kind: 'expired' }
    return { kind: 'company', admin: { id: sub, sessionId: sid, companyId: facts.companyId } }
  }
  const expiresAt = () => Math.floor(now().getTime() / 1000) + ACCESS_TOKEN_SECONDS

  /** The claims in the header's token; undefined when we did not sign it. */
  const claimsOf = (authorization: string): Claims | undefined => {
    const cached = verified.get(authorization)
    if (cached) return cached
    const token = /^Bearer (\S+)$/.exec(authorization)?.[1]
    if (!token) return undefined
    try {
      const claims: Claims = verify(token)
      verified.set(authorization, claims)
      return claims
    } catch (error) {
      if (error instanceof TokenError) return undefined
      throw error
    }
  }

  return {
    sign: ({ userId, sessionId }) => sign({ sub: userId, sid: sessionId, aud: 'app', exp: expiresAt() }),
    signStaff: ({ staffId, sessionId }) => sign({ sub: staffId, sid: sessionId, aud: 'staff', exp: expiresAt() }),
    signAdmin: ({ userId, sessionId }) => sign({ sub: userId, sid: sessionId, aud: 'company', exp: expiresAt() }),

    callerOf(authorization) {
      if (!authorization) return { kind: 'guest' }
      const claims = claimsOf(authorization)
      if (!claims) return { kind: 'expired' }
      if (claims.exp * 1000 <= now().getTime()) return { kind: 'expired' }
      if (claims.aud === 'staff') return staffBy(claims)
      if (claims.aud === 'company') return adminBy(claims)
      const facts = known.get(claims.sid)
      return facts ? callerBy(claims, facts) : lookUpAndCache(claims.sid).then((found) => callerBy(claims, found))
    },

    lacksFactor: ({ role, hasFactor }) => demandsFactor && MOVES_MONEY[role] && !hasFactor,

    forget: (sessionId) => {
      known.delete(sessionId)
    },
    forgetAll: () => known.clear(),
  }
}

/** Whether the caller is a coach of any kind. */
export function isCoach(user: AppUser): boolean {
  return user.userType !== USER_TYPES.PLAYER
}

/** Whether the caller works in the console, and so is no user of the app. */
export function isOfConsole({ kind }: Caller): boolean {
  return kind === 'staff' || kind === 'company'
}
