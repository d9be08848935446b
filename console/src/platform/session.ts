import type { StaffInfo, StaffLogIn } from '@paidang/api/areas/staff'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** The session of this browser; `expiresAt` in milliseconds. */
type Session = { token: string | null; expiresAt: number; staff: StaffInfo | null }

const NOBODY: Session = { token: null, expiresAt: 0, staff: null }
const STORED_AS = 'paidang-console'

/** The session for the pages; all tabs of the browser share it. */
export const useSession = create<Session>()(persist(() => NOBODY, { name: STORED_AS }))

addEventListener('storage', ({ key }) => {
  if (key === STORED_AS) void useSession.persist.rehydrate()
})

/** Starts a session after a log-in, or continues it with the next token. `now` in milliseconds. */
export function startSession({ token, expiresIn, staff }: StaffLogIn, now: number): void {
  useSession.setState({ token, staff, expiresAt: now + expiresIn * 1000 })
}

/** Marks that the staff member has chosen a password of their own. */
export function passwordChosen(): void {
  useSession.setState(({ staff }) => ({ staff: staff && { ...staff, isPasswordGiven: false } }))
}

/** Marks that the staff member has set up a second factor. */
export function factorSetUp(): void {
  useSession.setState(({ staff }) => ({ staff: staff && { ...staff, needsFactor: false } }))
}

/** Ends the session in this browser. */
export function endSession(): void {
  useSession.setState(NOBODY)
}
