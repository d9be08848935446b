import {
  boardOfMerchant,
  dueWorkOfMerchant,
  racketHistoryOfMerchant,
} from '@paidang/api/areas/activities/merchant-board'
import { stringsOfMerchant } from '@paidang/api/areas/activities/merchant-strings'
import {
  acceptStringingOrder,
  getStringingOrderOfMerchant,
  giveBackRacket,
  handOverStringingOrder,
  readyStringingOrder,
  receiveStringingOrder,
  refuseStringingOrder,
  startStringingOrder,
  uploadMerchantPhoto,
} from '@paidang/api/areas/activities/stringing-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import type { ShopAction } from '@paidang/domain/areas/activities/stringing/board'
import type { HandIn, StringSource } from '@paidang/domain/areas/activities/stringing/string-job'
import { App } from 'antd'
import { sentenceOf } from '../../../platform/network-error'
import { useWrite } from '../../../platform/queries'
import type { Picture } from '../../../ui/pictures'

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

const CALLS = {
  accept: acceptStringingOrder,
  receive: receiveStringingOrder,
  start: startStringingOrder,
  ready: readyStringingOrder,
  handOver: handOverStringingOrder,
  refuse: refuseStringingOrder,
  giveBack: giveBackRacket,
} as const satisfies Record<ShopAction, unknown>

/** All reads that show the status of a job. */
const SHOWING = [
  boardOfMerchant,
  getStringingOrderOfMerchant,
  dueWorkOfMerchant,
  racketHistoryOfMerchant,
  stringsOfMerchant,
]

/** Refusals after which the form has nothing left to do: somebody else was faster. */
const TOO_LATE = ['stringing_settled', 'stringing_not_found']

/**
 * Runs an action on a job. Resolves to its result, which is shown: `done`; `late` when the job had changed meanwhile,
 * and is read again; `refused` for a correctable refusal.
 */
export function useShopAction<D extends ShopAction>(action: D, done: string) {
  const { message } = App.useApp()
  const { mutateAsync } = useWrite(CALLS[action], { changes: SHOWING })
  return async (
    { id, revision }: Job,
    body: Input<(typeof CALLS)[D]>['body'],
  ): Promise<'done' | 'late' | 'refused'> => {
    try {
      await mutateAsync({ params: { id }, body: { ...body, revision } } as never)
      message.success(done)
      return 'done'
    } catch (error) {
      const isLate = error instanceof ApiError && TOO_LATE.includes(error.code)
      if (isLate) message.warning(`${sentenceOf(error)}，可能已被同事处理，已重新加载`)
      else message.error(sentenceOf(error))
      return isLate ? 'late' : 'refused'
    }
  }
}

/**
 * Uploads a photo of a racket.
 *
 * @throws ApiError, NetworkError
 */
export function usePhotoUpload(): (file: File) => Promise<Picture> {
  const { mutateAsync } = useWrite(uploadMerchantPhoto)
  return (file) => mutateAsync({ file })
}
