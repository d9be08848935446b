import { openAnalytics } from '@paidang/api/areas/analytics'
import * as companies from '@paidang/api/areas/companies'
import type { Endpoint, Input } from '@paidang/api/endpoint'
import { companyPathId } from '@paidang/domain/areas/companies/company-path'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { COACH_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { openOnDesktop } from '../../../platform/open-desktop'
import { serverOrigin } from '../../../platform/server-origin'
import { updateUserInfo, useSession, useUserId } from '../../../platform/session'
import { failureText, showDone, showFailed } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'

/** Query key of everything about companies and their courses. */
const COMPANIES_KEY = ['companies'] as const

/** The message of a failure to fetch companies. */
export const failureOfCompanies = (error: unknown) => failureText(companies.getCompany.outcome, error)

/** The company id for paths, as this caller has to write it. */
function usePathId(companyId: string): string {
  const userId = useUserId() ?? ''
  const userType = useSession(({ userInfo }) => userInfo?.userType ?? 0)
  return companyPathId(companyId, { userType, userId })
}

/** One company with its rules. */
export function useCompany(companyId: string) {
  const id = usePathId(companyId)
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...COMPANIES_KEY, 'one', userId, companyId],
    queryFn: ({ signal }) => call(companies.getCompany, { params: { id } }, { signal }),
    enabled: companyId !== '',
  })
  return { ...query, cause: query.isError ? failureText(companies.getCompany.outcome, query.error) : undefined }
}

/** The courses of the company, by name. */
export function useCompanyCourses(companyId: string) {
  const id = usePathId(companyId)
  const userId = useUserId()
  const query = useQuery({
    // The booking screen reads the same list under the same key.
    queryKey: [...COMPANIES_KEY, 'courses', userId, companyId],
    queryFn: ({ signal }) => call(companies.coursesOfCompany, { params: { id } }, { signal }),
    enabled: companyId !== '',
  })
  return { ...query, cause: query.isError ? failureText(companies.coursesOfCompany.outcome, query.error) : undefined }
}

/** All coaches of the company, by name. */
export function useCompanyCoaches(companyId: string) {
  const id = usePathId(companyId)
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...COMPANIES_KEY, 'coaches', userId, companyId],
    queryFn: ({ signal }) => call(companies.coachesOfCompany, { params: { id }, query: {} }, { signal }),
    enabled: companyId !== '',
  })
  return { ...query, cause: query.isError ? failureText(companies.coachesOfCompany.outcome, query.error) : undefined }
}

/** One course with its coaches; nothing is fetched without an id. */
export function useCompanyCourse(courseId: string | undefined) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...COMPANIES_KEY, 'course', userId, courseId],
    queryFn: ({ signal }) => call(companies.getCompanyCourse, { params: { id: courseId ?? '' } }, { signal }),
    enabled: courseId !== undefined,
  })
  return { ...query, cause: query.isError ? failureText(companies.getCompanyCourse.outcome, query.error) : undefined }
}

/** The catalogue from which a course can be copied. */
export function useCommonCourses() {
  const query = useQuery({
    queryKey: [...COMPANIES_KEY, 'common'],
    queryFn: ({ signal }) => call(companies.commonCourses, {}, { signal }),
  })
  return { ...query, cause: query.isError ? failureText(companies.commonCourses.outcome, query.error) : undefined }
}

/** Fetches everything about companies again, for pull-to-refresh; resolves to the failure, or null. */
export function useReloadCompany(companyId: string) {
  const queryClient = useQueryClient()
  const userId = useUserId()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: COMPANIES_KEY }),
      queryClient.invalidateQueries({ queryKey: COACH_KEY }),
    ])
    return queryClient.getQueryState([...COMPANIES_KEY, 'one', userId, companyId])?.error ?? null
  }
}

/**
 * A change of a company. It shows its message, and fetches the data again after success and refusal alike.
 * `mutateAsync` resolves to whether it succeeded.
 */
function useCompanyChange<E extends Endpoint>(endpoint: E) {
  const queryClient = useQueryClient()
  const { outcome } = endpoint
  const mutation = useMutation({
    mutationFn: (input: Input<E>) => call(endpoint, input),
    onSuccess: () => outcome && showDone(outcome),
    onError: (error) => outcome && showFailed(outcome, error),
    onSettled: () =>
      Promise.all([COMPANIES_KEY, COACH_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  return {
    isPending: mutation.isPending,
    run: (input: Input<E>) =>
      mutation.mutateAsync(input).then(
        () => true,
        // The message has been shown already.
        () => false,
      ),
  }
}

export const useAddCourse = () => useCompanyChange(companies.addCourse)
export const useUpdateCourse = () => useCompanyChange(companies.updateCourse)
export const useDeleteCourse = () => useCompanyChange(companies.deleteCourse)
export const useSaveSettings = () => useCompanyChange(companies.saveCompanySettings)
export const useLeaveCompany = () => useCompanyChange(companies.leaveCompany)

/**
 * Hands the admin role over. Afterwards the caller is no admin any more on this device either. Source: specification
 * §6.
 */
export function useTransferAdmin() {
  const { isPending, run } = useCompanyChange(companies.changeCompanyAdmin)
  return {
    isPending,
    run: async (input: Input<typeof companies.changeCompanyAdmin>) => {
      const isDone = await run(input)
      if (isDone) updateUserInfo({ isCompanyAdmin: false })
      return isDone
    },
  }
}

/** Opens a company's analytics in the console, on this screen or on a desktop. Shows no message on success. */
export function useOpenAnalytics() {
  return useAction({
    endpoint: openAnalytics,
    stale: [],
    isSilent: true,
    run: (companyId: string, idempotencyKey) =>
      openOnDesktop(async () => {
        const { path } = await call(openAnalytics, { body: { companyId } }, { idempotencyKey })
        return serverOrigin() + path
      }),
  })
}
