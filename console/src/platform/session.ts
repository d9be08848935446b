import type { StaffInfo, StaffLogIn } from '@paidang/api/areas/staff'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Who works in this browser; `expiresAt` in milliseconds. */
type Session = { token: string | null; expiresAt: number; staff: StaffInfo | null }

const NOBODY: Session = { token: null, expiresAt: 0, staff: null }
const STORED_AS = 'paidang-console'

/** The session as pages see it; all tabs of the browser share it. */
export const useSession = create<Session>()(persist(() => NOBODY, { name: STORED_AS }))

addEventListener('storage', ({ key }) => {
  if (key === STORED_AS) void useSession.persist.rehydrate()
})

/** A log-in, or the next token of one. `now` in milliseconds. */
export function startSession({ token, expiresIn, staff }: StaffLogIn, now: number): void {
  useSession.setState({ token, staff, expiresAt: now + expiresIn * 1000 })
}

/** Who works here has a password that he alone knows. */
export function passwordChosen(): void {
  useSession.setState(({ staff }) => ({ staff: staff && { ...staff, isPasswordGiven: false } }))
}

/** Who works here has set up a second factor. */
export function factorSetUp(): void {
  useSession.setState(({ staff }) => ({ staff: staff && { ...staff, needsFactor: false } }))
}

/** Nobody works here any more. */
export function endSession(): void {
  useSession.setState(NOBODY)
}
