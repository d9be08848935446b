import type { StaffInfo, StaffLogIn } from '@paidang/api/areas/desks/staff'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/**
 * Whose session this browser has; `expiresAt` in milliseconds. Its token is in a cookie that no script reads. One that
 * `isOver` opens no call, and no other page knows of it: this one waits for its account to log in again.
 */
type Session = { expiresAt: number; staff: StaffInfo | null; isOver: boolean }

const NOBODY: Session = { expiresAt: 0, staff: null, isOver: false }
const STORED_AS = 'paidang-console'
/** Sessions of version 0 held the token. They are forgotten. */
const VERSION = 1

let isStored = true

/** The storage of the browser. Where it is blocked or full, the session lasts as long as the page. */
const storage = createJSONStorage<Session>(() => ({
  getItem: (name) => attempt(() => localStorage.getItem(name)) ?? null,
  setItem(name, value) {
    const stored = attempt(() => {
      localStorage.setItem(name, value)
      return true
    })
    isStored = stored === true
    // A full storage must not keep the session of somebody else.
    if (!isStored) attempt(() => localStorage.removeItem(name))
  },
  removeItem: (name) => attempt(() => localStorage.removeItem(name)),
}))

/** The result of work on a storage that may be blocked or full; undefined when it is. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** The session for the pages; all tabs of the browser share it. */
export const useSession = create<Session>()(
  persist(() => NOBODY, {
    ...{ name: STORED_AS, storage, version: VERSION, migrate: () => NOBODY },
    partialize: (session) => (session.isOver ? NOBODY : session),
    // Another page noticed the end first.
    merge: (stored, session) => {
      const next = { ...session, ...(stored as Session | undefined) }
      return next.staff === null && session.staff ? { ...session, expiresAt: 0, isOver: true } : next
    },
  }),
)

addEventListener('storage', ({ key }) => {
  if (key === STORED_AS) void useSession.persist.rehydrate()
})

/**
 * Starts a session after a log-in, or continues it with the next token. `now` in milliseconds.
 *
 * @returns whether the session outlasts the page
 */
export function startSession({ expiresIn, staff }: Omit<StaffLogIn, 'token'>, now: number): boolean {
  useSession.setState({ staff, expiresAt: now + expiresIn * 1000, isOver: false })
  return isStored
}

/** Shown after a log-in that ends with the page. */
export const ONLY_HERE = '本次登录只在这个页面有效，刷新或关闭后需要重新登录。请允许浏览器保存网站数据'
export const ONLY_HERE_SECONDS = 6

/** Marks that the staff member has chosen a password of their own. */
export function passwordChosen(): void {
  useSession.setState(({ staff }) => ({ staff: staff && { ...staff, isPasswordGiven: false } }))
}

/** Marks that the staff member has set up a second factor. */
export function factorSetUp(): void {
  useSession.setState(({ staff }) => ({ staff: staff && { ...staff, needsFactor: false } }))
}

/** Marks that the server has ended the session. The console decides whether its page is kept. */
export function sessionEnded(): void {
  useSession.setState({ expiresAt: 0, isOver: true })
}

/** Ends the session in this browser. */
export function endSession(): void {
  useSession.setState(NOBODY)
}
