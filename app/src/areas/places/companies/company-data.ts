import * as companies from '@paidang/api/areas/places/companies'
import * as invitations from '@paidang/api/areas/places/company-invitations'
import { openAnalytics } from '@paidang/api/areas/views/analytics'
import { ApiError } from '@paidang/api/catalogue/errors'
import { companyPathId } from '@paidang/domain/areas/places/companies/company-path'
import { COACH_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { serverOrigin } from '../../../platform/environment'
import { openOnDesktop } from '../../../platform/open-desktop'
import { readKey, usePages, useRead, useReload } from '../../../platform/read'
import { updateUserInfo, useSession, useUserId } from '../../../platform/session'
import { failureText, showFailed } from '../../../platform/toast'
import { useWrite } from '../../../platform/write'

/** Query key of everything about companies and their courses. */
const COMPANIES_KEY = ['companies'] as const

/** The message of a failure to fetch companies. */
export const failureOfCompanies = (error: unknown) => failureText(companies.getCompany.outcome, error)

/** The company for the path, as this caller has to write it; null without one. */
function usePathId(companyId: string) {
  const userId = useUserId() ?? ''
  const userType = useSession(({ userInfo }) => userInfo?.userType ?? 0)
  return companyId === '' ? null : { params: { id: companyPathId(companyId, { userType, userId }) } }
}

/** One company with its rules. */
export function useCompany(companyId: string) {
  return useRead(COMPANIES_KEY, companies.getCompany, usePathId(companyId))
}

/** The courses of the company, by name. */
export function useCompanyCourses(companyId: string) {
  return useRead(COMPANIES_KEY, companies.coursesOfCompany, usePathId(companyId))
}

/** All coaches of the company, by name. */
export function useCompanyCoaches(companyId: string) {
  const path = usePathId(companyId)
  return useRead(COMPANIES_KEY, companies.coachesOfCompany, path && { ...path, query: {} })
}

/** One course with its coaches; nothing is fetched without an id. */
export function useCompanyCourse(courseId: string | undefined) {
  return useRead(
    COMPANIES_KEY,
    companies.getCompanyCourse,
    courseId === undefined ? null : { params: { id: courseId } },
  )
}

/** The catalogue from which a course can be copied. */
export function useCommonCourses() {
  return useRead(COMPANIES_KEY, companies.commonCourses, {})
}

/** Fetches everything about companies again, for pull-to-refresh; resolves to the failure, or null. */
export function useReloadCompany(companyId: string) {
  const path = usePathId(companyId) ?? { params: { id: '' } }
  return useReload([COMPANIES_KEY, COACH_KEY], readKey(COMPANIES_KEY, companies.getCompany, useUserId(), path))
}

/** What the admin can offer to a coach, and the open link. */
export function useInvitationChoices(companyId: string) {
  return useRead(COMPANIES_KEY, invitations.invitationChoices, companyId === '' ? null : { params: { id: companyId } })
}

/** What the admin sent, and who asks to join, page by page. */
export function useCompanyInvitations(companyId: string) {
  return usePages(
    COMPANIES_KEY,
    invitations.invitationsOfCompany,
    companyId === '' ? null : { params: { id: companyId }, query: {} },
  )
}

/** The coach with this number; nothing is looked for before the number is complete. */
export function useCoachToInvite(companyId: string, phone: string | undefined) {
  const input = phone === undefined ? null : { body: { companyId, phone } }
  return useRead(COMPANIES_KEY, invitations.findCoachToInvite, input)
}

/** One invitation, by the token of its link where it has one. */
export function useCompanyInvitation(id: string, token: string | undefined) {
  return useRead(COMPANIES_KEY, invitations.getCompanyInvitation, { params: { id }, query: token ? { token } : {} })
}

/** The user's own open invitations and requests. */
export function useMyInvitations() {
  return useRead(COMPANIES_KEY, invitations.myCompanyInvitations, {})
}

const stale = [COMPANIES_KEY, COACH_KEY]

export const useAddCourse = () => useWrite(companies.addCourse, { stale })
export const useUpdateCourse = () => useWrite(companies.updateCourse, { stale })
export const useDeleteCourse = () => useWrite(companies.deleteCourse, { stale })
export const useSaveSettings = () => useWrite(companies.saveCompanySettings, { stale })
/** Where classes to come keep the coach, `onClasses` is called besides the message. */
export const useLeaveCompany = (onClasses: () => void) =>
  useWrite(companies.leaveCompany, {
    stale,
    refused(failure, { body }) {
      const isKept = failure instanceof ApiError && failure.code === 'classes_unfinished' && !body?.handOver
      showFailed(companies.leaveCompany.outcome, failure)
      if (isKept) onClasses()
    },
  })

export const useInviteCoach = () => useWrite(invitations.inviteCoach, { stale })
export const useRequestToJoin = () => useWrite(invitations.requestToJoin, { stale })
export const useWithdrawInvitation = () => useWrite(invitations.withdrawInvitation, { stale })
export const useChangeInvitation = () => useWrite(invitations.changeInvitation, { stale })
export const useAnswerInvitation = () =>
  useWrite(invitations.answerInvitation, {
    stale,
    says: ({ state, company }) => (state === 'ACCEPTED' ? `已加入${company.name}` : '已答复'),
  })

/**
 * Hands the admin role over. Afterwards the caller is no admin any more on this device either. Source: specification
 * §6.
 */
export function useTransferAdmin() {
  return useWrite(companies.changeCompanyAdmin, { stale, keep: () => updateUserInfo({ isCompanyAdmin: false }) })
}

/** Opens a company's analytics in the console, on this screen or on a desktop. Shows no message on success. */
export function useOpenAnalytics() {
  return useWrite(openAnalytics, {
    stale: [],
    isSilent: true,
    send: (companyId: string, idempotencyKey) =>
      openOnDesktop(async () => {
        const { path } = await call(openAnalytics, { body: { companyId } }, { idempotencyKey })
        return serverOrigin() + path
      }),
  })
}
