import type { HandIn, StringSource } from '@paidang/domain/areas/activities/stringing/string-job'

/** A job as the object of an action. */
export type Job = {
  id: string
  revision: number
  orderNo: string
  racketName: string
  handIn: HandIn
  dueAt: string | null
  expectedAt: string | null
  mains: { source: StringSource }
  crosses: { source: StringSource }
  customer: { nickname: string }
}

/** The props of each form of an action. */
export type ActionFormProps = { job: Job; onClose: () => void }

/** The maximum number of photos for one step of an order. */
export const MAX_PHOTOS = 6
