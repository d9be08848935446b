import Taro from '@tarojs/taro'
import type { OnError } from './watch-errors-types'

/** Reports errors that nobody caught, from now on. */
export function watchErrors(hear: OnError): void {
  Taro.onError((text) => hear('script', text))
  Taro.onUnhandledRejection(({ reason }) => hear('rejection', reason))
}
