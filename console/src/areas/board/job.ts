import type { HandIn, StringSource } from '@paidang/domain/areas/stringing/string-job'

/** A job that something is to be done to. */
export type Job = {
  id: string
  orderNo: string
  racketName: string
  handIn: HandIn
  dueAt: string | null
  expectedAt: string | null
  mains: { source: StringSource }
  crosses: { source: StringSource }
  customer: { nickname: string }
}

/** What each form of a deed is given. */
export type DeedFormProps = { job: Job; onClose: () => void }

/** How many photos one step of an order shows at most. */
export const MAX_PHOTOS = 6
