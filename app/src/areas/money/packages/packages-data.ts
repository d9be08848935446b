import { buyPackage, packagesOfCourse, remindOfRenewal } from '@paidang/api/areas/money/packages'
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

/** 提醒续课: the student gets the package that fits. */
export const useRemindOfRenewal = () =>
  useWrite(remindOfRenewal, { stale: [], input: (contractId: string) => ({ body: { contractId } }) })

/**
 * An order whose payment was chosen before the cashier: by which method, for hours of which course, and which contract
 * they were said to join.
 */
type Chosen = { orderId: string; courseId: string; method: string; contractId?: string | undefined }
let chosen: Chosen | undefined

/** Hands the choice to the cashier, which begins the payment at once. */
export function choosePayment(choice: Chosen): void {
  chosen = choice
}

/** The choice for an order, once: who comes again presses anew. */
export function takeChosenPayment(orderId: string): Chosen | undefined {
  const taken = chosen?.orderId === orderId ? chosen : undefined
  if (taken) chosen = undefined
  return taken
}
