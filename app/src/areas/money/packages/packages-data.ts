import { buyPackage, packagesOfCourse } from '@paidang/api/areas/money/packages'
import { ORDERS_KEY, PACKAGES_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

/** The packages of a course, with what the caller has of it; always as they are now. */
export function usePackages(courseId: string) {
  const input = courseId === '' ? null : { params: { id: courseId } }
  return useRead(PACKAGES_KEY, packagesOfCourse, input, { staleTime: 0 })
}

/** Orders a package in the version on screen. After a refusal the present packages are read. */
export const useBuyPackage = () => useWrite(buyPackage, { stale: [PACKAGES_KEY, ORDERS_KEY], isSilent: true })
