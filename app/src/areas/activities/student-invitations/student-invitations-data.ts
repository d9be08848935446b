import * as invitations from '@paidang/api/areas/activities/student-invitations'
import { STUDENT_INVITATIONS_KEY } from '../../../platform/cache-keys'
import { usePages, useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

/** The coach's own invitations, the latest first. */
export function useStudentInvitations() {
  return usePages(STUDENT_INVITATIONS_KEY, invitations.myStudentInvitations, { query: {} })
}

/** Who invites by this link. Nothing is read without a secret. */
export function useOpenedInvitation(token: string | null) {
  return useRead(
    STUDENT_INVITATIONS_KEY,
    invitations.openStudentInvitation,
    token === null ? null : { body: { token } },
  )
}

const stale = [STUDENT_INVITATIONS_KEY]

export const useInviteStudent = () => useWrite(invitations.inviteStudent, { stale, isSilent: true })
export const useRenewInvitation = () => useWrite(invitations.renewStudentInvitation, { stale, isSilent: true })
export const useWithdrawStudentInvitation = () => useWrite(invitations.withdrawStudentInvitation, { stale })
export const useAcceptInvitation = () =>
  useWrite(invitations.acceptStudentInvitation, {
    stale: [STUDENT_INVITATIONS_KEY, ['relations'], ['roster'], ['messages']],
  })

const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** The secret of a link: from the address, or from the scene of a scanned code (`t%3D…`). Null where it is invalid. */
export function tokenOf({ t, scene }: { t?: string | undefined; scene?: string | undefined }): string | null {
  const text = t ?? /(?:^|&)t=([^&]*)/.exec((scene ?? '').replace(/%3D/gi, '=').replace(/%26/g, '&'))?.[1]
  return text !== undefined && TOKEN.test(text) ? text : null
}
