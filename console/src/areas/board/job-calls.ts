import { boardOfMerchant, dueWorkOfMerchant, racketHistoryOfMerchant } from '@paidang/api/areas/merchant-board'
import { stringsOfMerchant } from '@paidang/api/areas/merchant-strings'
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
} from '@paidang/api/areas/stringing-orders'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import type { ShopDeed } from '@paidang/domain/areas/stringing/board'
import { App } from 'antd'
import { useWrite } from '../../platform/queries'
import { sentenceOf } from '../../platform/sentence-of'
import type { Picture } from '../../ui/upload-pictures'

const CALLS = {
  accept: acceptStringingOrder,
  receive: receiveStringingOrder,
  start: startStringingOrder,
  ready: readyStringingOrder,
  handOver: handOverStringingOrder,
  refuse: refuseStringingOrder,
  giveBack: giveBackRacket,
} as const satisfies Record<ShopDeed, unknown>

/** All that shows how a job stands. */
const SHOWING = [
  boardOfMerchant,
  getStringingOrderOfMerchant,
  dueWorkOfMerchant,
  racketHistoryOfMerchant,
  stringsOfMerchant,
]

/** Refusals after which the form has nothing left to do: somebody else was quicker. */
const TOO_LATE = ['stringing_settled', 'stringing_not_found']

/**
 * Does something to a job. Resolves to how it ended, which is said: `done`; `late` when the job had gone on meanwhile, and is
 * read anew; `refused` for what can be mended.
 */
export function useShopDeed<D extends ShopDeed>(deed: D, done: string) {
  const { message } = App.useApp()
  const { mutateAsync } = useWrite(CALLS[deed], { changes: SHOWING })
  return async (id: string, body: Input<(typeof CALLS)[D]>['body']): Promise<'done' | 'late' | 'refused'> => {
    try {
      await mutateAsync({ params: { id }, body } as never)
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

/** Keeps a photo of a racket. @throws ApiError, NetworkError */
export function usePhotoUpload(): (file: File) => Promise<Picture> {
  const { mutateAsync } = useWrite(uploadMerchantPhoto)
  return (file) => mutateAsync({ file })
}
